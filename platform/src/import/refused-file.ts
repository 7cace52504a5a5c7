import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { finished } from 'node:stream/promises'

export interface RefusedFile {
  /** Null until a row is written. */
  path(): string | null
  add(row: { line: number; reason: string; text: string }): Promise<void>
  close(): Promise<void>
}

interface Options {
  /** The imported file, which this one is named after. */
  source: string
  folder: string
  /** Header of the imported file, so that a corrected copy can be imported as it is. */
  header: string
  delimiter: string
}

/**
 * Writes refused rows unchanged, preceded by two columns: line and reason. Created with the first row under an unused
 * name, so that no earlier file is overwritten.
 */
export function refusedFile({ source, folder, header, delimiter }: Options): RefusedFile {
  let file: OpenFile | null = null

  const write = async ({ stream, ended }: OpenFile, line: string): Promise<void> => {
    if (stream.destroyed) await ended
    if (!stream.write(`${line}\n`)) await once(stream, 'drain')
  }

  return {
    path: () => file?.path ?? null,
    async add({ line, reason, text }) {
      if (file === null) {
        file = await create(folder, basename(source))
        await write(file, ['refused_line', 'refused_reason', header].join(delimiter))
      }
      await write(file, [String(line), quote(reason), text].join(delimiter))
    },
    async close() {
      if (file === null) return
      file.stream.end()
      await file.ended
    },
  }
}

interface OpenFile {
  path: string
  stream: WriteStream
  /** Rejects once a write fails, such as on a full disk. */
  ended: Promise<void>
}

async function create(folder: string, name: string): Promise<OpenFile> {
  await mkdir(folder, { recursive: true })
  for (let attempt = 1; ; attempt += 1) {
    const path = join(folder, attempt === 1 ? `${name}.refused.csv` : `${name}.refused.${attempt}.csv`)
    const stream = createWriteStream(path, { flags: 'wx' })
    try {
      await once(stream, 'open')
      const ended = finished(stream)
      // Whoever writes next reports it.
      ended.catch(() => undefined)
      return { path, stream, ended }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
