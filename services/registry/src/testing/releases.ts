import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Release, RemoteManifest } from '@aangan/contracts/manifest'

/** A test states only the fields that matter. */
export interface ReleaseDraft {
  name: string
  version?: string
  /** Content by file name; an entry is added. */
  files?: Record<string, string>
  routes?: RemoteManifest['routes']
  nav?: RemoteManifest['nav']
  offers?: RemoteManifest['offers']
  budget?: RemoteManifest['budget']
  contract?: number
  react?: string
  hashedNames?: true
  /** Modifies `release.json` before it is written, to break it. */
  alter?: (release: Release) => unknown
}

/** Writes a web part's `dist` to a new folder in `root`, and returns the folder. */
export async function writeBuild(root: string, draft: ReleaseDraft): Promise<string> {
  const { name, version = '1.0.0', routes = [], nav = [], offers = {}, contract, react, hashedNames } = draft
  const files = { 'entry.js': `/* ${name} */`, ...draft.files }
  const folder = await mkdtemp(join(root, `${name}-`))
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content)
  const byKind = (kind: string) => Object.keys(files).filter((file) => file.endsWith(kind) && file !== 'entry.js')
  const chunks = { js: byKind('.js'), css: byKind('.css') }
  const offered = Object.values(offers).map(({ module }) => [module, chunks])
  const limits = [...routes.map(({ path }) => path), ...Object.keys(offers)].map((each) => [each, 1_000_000])
  const budget = { ...Object.fromEntries(limits), ...draft.budget }
  const release: Release = {
    name,
    version,
    hashedNames,
    contract,
    react,
    entry: 'entry.js',
    container: name.replaceAll('-', '_'),
    exposes: {
      './remote': chunks,
      '.': { ...chunks, js: ['entry.js', ...chunks.js] },
      ...Object.fromEntries(offered),
    },
    preload: byKind('.woff2'),
    files: Object.fromEntries(Object.entries(files).map(([file, content]) => [file, describeFile(content)])),
    manifest: name === 'shell' ? undefined : { name, routes, nav, offers, budget },
  }
  await writeFile(join(folder, 'release.json'), JSON.stringify(draft.alter?.(release) ?? release))
  return folder
}

function describeFile(content: string): { bytes: number; integrity: string } {
  const digest = createHash('sha384').update(content).digest('base64')
  return { bytes: Buffer.byteLength(content), integrity: `sha384-${digest}` }
}

/** A temporary folder for one test. */
export async function openFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'aangan-registry-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Folders for builds and for published releases. */
export async function openReleaseFolders(root: string): Promise<{ builds: string; releases: string }> {
  const folders = { builds: join(root, 'builds'), releases: join(root, 'releases') }
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true })
  return folders
}
