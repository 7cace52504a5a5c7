import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@aangan/service-kit/config'

interface Resident {
  pid: number
  url: string
}

/**
 * Notes that this site lives in `dataDir`; an import beside it does not ask. Throws a ConfigError naming the other site
 * where one is running there. Answers what takes the note away.
 */
export async function moveIn(dataDir: string, url: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'site.json')
  const note = `${JSON.stringify({ pid: process.pid, url } satisfies Resident)}\n`
  const other = await writeNote(path, note)
  if (other !== null) {
    throw new ConfigError(
      `Another site (process ${other.pid}, ${other.url}) is running on DATA_DIR=${dataDir}: stop it, or give this one a folder of its own`,
    )
  }
  return () => rm(path, { force: true })
}

/** Writes the note where none is, or only one that was left behind; answers the resident otherwise. */
async function writeNote(path: string, note: string): Promise<Resident | null> {
  for (;;) {
    try {
      await writeFile(path, note, { flag: 'wx' })
      return null
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    }
    const resident = await readNote(path)
    if (resident !== null && isRunning(resident.pid)) return resident
    await rm(path, { force: true })
  }
}

async function readNote(path: string): Promise<Resident | null> {
  try {
    const note: unknown = JSON.parse(await readFile(path, 'utf8'))
    const { pid, url } = Object(note)
    return Number.isInteger(pid) ? { pid, url: String(url) } : null
  } catch (error) {
    if (hasCode(error, 'ENOENT') || error instanceof SyntaxError) return null
    throw error
  }
}

/** A number that was this process's own before a restart, as in a container, is nobody else's. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
