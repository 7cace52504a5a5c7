import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'

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
  let file: { path: string; stream: WriteStream } | null = null

  const write = async (stream: WriteStream, line: string): Promise<void> => {
    if (!stream.write(`${line}\n`)) await once(stream, 'drain')
  }

  return {
    path: () => file?.path ?? null,
    async add({ line, reason, text }) {
      if (file === null) {
        file = await create(folder, basename(source))
        await write(file.stream, ['refused_line', 'refused_reason', header].join(delimiter))
      }
      await write(file.stream, [String(line), quote(reason), text].join(delimiter))
    },
    async close() {
      if (file === null) return
      file.stream.end()
      await once(file.stream, 'close')
    },
  }
}

async function create(folder: string, name: string): Promise<{ path: string; stream: WriteStream }> {
  await mkdir(folder, { recursive: true })
  for (let attempt = 1; ; attempt += 1) {
    const path = join(folder, attempt === 1 ? `${name}.refused.csv` : `${name}.refused.${attempt}.csv`)
    const stream = createWriteStream(path, { flags: 'wx' })
    try {
      await once(stream, 'open')
      return { path, stream }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
