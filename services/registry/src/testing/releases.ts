import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Release, RemoteManifest } from '@aangan/contracts/manifest'

/** A release as a test states it: only what matters; everything else has a default. */
export interface ReleaseDraft {
  name: string
  version?: string
  /** File name to content; an entry is added where there is none. */
  files?: Record<string, string>
  routes?: RemoteManifest['routes']
  nav?: RemoteManifest['nav']
  offers?: RemoteManifest['offers']
  /** Changes the description after it was made: how a broken one comes about. */
  alter?: (release: Release) => unknown
}

/** Writes a build of a web part, as its own `dist` would be, into a new folder beneath `root`; answers the folder. */
export async function writeBuild(root: string, draft: ReleaseDraft): Promise<string> {
  const { name, version = '1.0.0', routes = [], nav = [], offers = {} } = draft
  const files = { 'entry.js': `/* ${name} */`, ...draft.files }
  const folder = await mkdtemp(join(root, `${name}-`))
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content)
  const byKind = (kind: string) => Object.keys(files).filter((file) => file.endsWith(kind) && file !== 'entry.js')
  const chunks = { js: byKind('.js'), css: byKind('.css') }
  const release: Release = {
    name,
    version,
    entry: 'entry.js',
    container: name.replaceAll('-', '_'),
    exposes: { './remote': chunks, '.': { ...chunks, js: ['entry.js', ...chunks.js] } },
    preload: byKind('.woff2'),
    files: Object.fromEntries(Object.entries(files).map(([file, content]) => [file, describeFile(content)])),
    manifest: name === 'shell' ? undefined : { name, routes, nav, offers, budget: {} },
  }
  await writeFile(join(folder, 'release.json'), JSON.stringify(draft.alter?.(release) ?? release))
  return folder
}

function describeFile(content: string): { bytes: number; integrity: string } {
  const digest = createHash('sha384').update(content).digest('base64')
  return { bytes: Buffer.byteLength(content), integrity: `sha384-${digest}` }
}

/** A folder for one test, and what removes it. */
export async function openFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'aangan-registry-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** The folders of a registry under test: where builds are written and where releases are published. */
export async function openReleaseFolders(root: string): Promise<{ builds: string; releases: string }> {
  const folders = { builds: join(root, 'builds'), releases: join(root, 'releases') }
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true })
  return folders
}
