import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DELIVERED_FILE, LiveRelease } from '@aangan/contracts/manifest'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { integrityOf } from '@aangan/service-kit/integrity'
import { Value } from 'typebox/value'

export interface Bundle {
  code: string
  /** For stacks: part, version and file. */
  filename: string
}

/** `<part>/<version>`: letters, digits and what cannot lead to another folder. */
const PART = /^[a-z][a-z0-9-]*\/[0-9A-Za-z][0-9A-Za-z.+-]*$/

/** The bundle for servers of a release; null if it has none, as of a build before there were any. Throws if it is damaged or not there. */
export async function readBundle(releasesDir: string, part: string): Promise<Bundle | null> {
  if (!PART.test(part)) throw new Error(`'${part}' is not a release`)
  const folder = join(releasesDir, part)
  const delivered = await readFile(join(folder, DELIVERED_FILE), 'utf8').catch(ifMissing(null))
  const release: unknown = JSON.parse(delivered ?? (await readFile(join(folder, 'release.json'), 'utf8')))
  if (!Value.Check(LiveRelease, release)) return null
  const { server, files } = release
  if (server === undefined) return null
  const code = await readFile(join(folder, server))
  if (integrityOf(code) !== files[server]?.integrity) throw new Error(`${part}/${server} does not match its integrity`)
  return { code: code.toString('utf8'), filename: `${part}/${server}` }
}
