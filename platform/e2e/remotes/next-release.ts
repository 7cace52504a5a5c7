import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@aangan/contracts/manifest'
import { integrityOf } from '@aangan/service-kit/integrity'

interface NextRelease {
  /** Our remote's folder, which is built. */
  part: string
  version: string
  /** Texts of its scripts, and what to show instead. */
  texts: Record<string, string>
  /** When the remote breaks down: as it is mounted, or once the page calls `crash()`. */
  breaks?: 'mounted' | 'told'
}

const CODE = /\.(js|css)$/

/** Makes the next release out of a build, in a moment: every script differs, and a remote's container has another name. */
export async function makeNextRelease(builds: string, next: NextRelease): Promise<string> {
  const { part, version, texts, breaks } = next
  const folder = await mkdtemp(join(builds, 'next-'))
  const from = join(part, 'dist')
  const before = JSON.parse(await readFile(join(from, 'release.json'), 'utf8')) as Release
  const rename = renaming(before, version)
  const release = JSON.parse(rename(JSON.stringify({ ...before, files: {} }))) as Release
  for (const file of Object.keys(before.files)) {
    const name = rename(file)
    if (CODE.test(file)) {
      const text = replaceAll(rename(await readFile(join(from, file), 'utf8')), Object.entries(texts))
      const end = breaks && name === release.entry ? breaking(release.container, breaks) : ''
      await writeFile(join(folder, name), text + end)
    } else await cp(join(from, file), join(folder, name))
    release.files[name] = await described(join(folder, name))
  }
  for (const name of Object.keys(release.manifest?.budget ?? {}))
    Object.assign(release.manifest?.budget ?? {}, { [name]: 1_000_000 })
  await writeFile(join(folder, 'release.json'), JSON.stringify({ ...release, version }))
  return folder
}

/** The names of files that change, and of the container, as they appear in scripts. */
function renaming({ name, container, files }: Release, version: string): (text: string) => string {
  const code = Object.keys(files).filter((file) => CODE.test(file))
  const hashes = code.map((file) => /\.([0-9a-f]{8})\./.exec(file)?.[1] ?? '')
  const digest = (text: string) => createHash('sha256').update(text).digest('hex')
  const changes = hashes.map((hash): [string, string] => [hash, digest(hash + version).slice(0, hash.length)])
  if (container !== name) changes.push([container, `${name}_${version}`.replaceAll(/\W/g, '_')])
  return (text) => replaceAll(text, changes)
}

function replaceAll(text: string, changes: [from: string, to: string][]): string {
  return changes.reduce((changed, [from, to]) => changed.replaceAll(from, to), text)
}

async function described(path: string): Promise<Release['files'][string]> {
  const content = await readFile(path)
  return { bytes: content.length, integrity: integrityOf(content) }
}

const FAULTS = {
  mounted: "throw new Error('broke at once')",
  // As an error boundary reports it.
  told: "self.crash = () => props.report(new Error('broke later'), { fatal: true })",
}

function breaking(container: string, breaks: keyof typeof FAULTS): string {
  return `
(() => {
    const { init, get } = self.${container}
    const breakable = ({ bootstrap, mount, unmount, update }) => ({ bootstrap, unmount, update, mount: async (props) => {
      ${FAULTS[breaks]}
      return mount(props)
    } })
    self.${container} = { init, get: async (name) => { const make = await get(name); return () => breakable(make()) } }
  })()`
}
