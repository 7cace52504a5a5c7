import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '@aangan/service-kit/durable-files'
import { ifMissing } from '@aangan/service-kit/if-missing'

/** Beside the releases, on the same disk; never served, since its name begins with a dot. */
const FOLDER = '.uploads'
/** A body must arrive within 15 minutes, so nobody writes there any more. */
const ABANDONED_MS = 20 * 60_000

/** Runs `work` with an empty folder that is removed afterwards, however it ends. */
export async function inPrivateFolder<R>(releasesDir: string, work: (folder: string) => Promise<R>): Promise<R> {
  const folder = join(releasesDir, FOLDER, randomUUID())
  await makeFolder(join(releasesDir, FOLDER), { mode: 0o700 })
  await removeAbandoned(releasesDir)
  try {
    await mkdir(folder, { mode: 0o700 })
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What killed registries have left. Those of others that still run are younger. */
export async function removeAbandoned(releasesDir: string, now = Date.now()): Promise<void> {
  const names = await readdir(join(releasesDir, FOLDER)).catch(ifMissing([]))
  for (const name of names) {
    const path = join(releasesDir, FOLDER, name)
    const found = await stat(path).catch(ifMissing(null))
    if (found && now - found.mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true })
  }
}
