import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@aangan/service-kit/config'
import { holdFile } from '@aangan/service-kit/hold-file'

/**
 * Takes `dataDir` for this site for as long as its process lives; an import beside it does not ask. Throws a ConfigError
 * naming the other site where one is running there.
 *
 * @returns what gives the folder back
 */
export async function moveIn(dataDir: string, url: string): Promise<() => Promise<void>> {
  const letGo = hold(join(dataDir, 'site.lock'))
  // Only for the message below: one that a killed site left behind counts for nothing.
  const note = join(dataDir, 'site.json')
  if (letGo === null) {
    throw new ConfigError(
      `Another site${await describe(note)} is running on DATA_DIR=${dataDir}: stop it, or give this one a folder of its own`,
    )
  }
  await writeFile(note, `${JSON.stringify({ pid: process.pid, url })}\n`)
  return async () => {
    await rm(note, { force: true })
    letGo()
  }
}

function hold(lock: string): ReturnType<typeof holdFile> {
  try {
    return holdFile(lock)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError(`${lock} cannot be locked (${why}): see who may write it, and what file system it is on`, {
      cause,
    })
  }
}

/** Empty where the other site is only just starting or stopping. */
async function describe(note: string): Promise<string> {
  try {
    const { pid, url } = Object(JSON.parse(await readFile(note, 'utf8')))
    return ` (process ${pid}, ${url})`
  } catch {
    return ''
  }
}
