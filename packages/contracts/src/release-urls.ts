import type { Release, RemoteManifest } from './manifest.ts'
import type { RemoteRelease } from './remotes.ts'

/** The name of the shell's releases; all others are remotes'. */
export const SHELL = 'shell'

/** A browser keeps a file whose name has a hash of its content from one release to the next. */
export function baseUrl({ name, version, hashedNames }: Release): string {
  return hashedNames ? `/r/${name}/` : `/r/${name}/${version}/`
}

/**
 * The global to which the scripts of a remote add their modules. It does not name the release: a chunk that has not
 * changed must have the same bytes. The shell gives each release of a page its own value (shell/src/federation/chunks.ts).
 */
export function chunksGlobal(name: string): string {
  return `aanganChunks_${name.replaceAll('-', '_')}`
}

/** @param origin of another host that serves its files */
export function toRemoteRelease(release: Release & { manifest: RemoteManifest }, origin = ''): RemoteRelease {
  const base = origin + baseUrl(release)
  const url = (file: string) => base + file
  const { version, container, entry, exposes, manifest } = release
  return {
    version,
    base,
    container,
    entry: url(entry),
    routes: manifest.routes,
    nav: manifest.nav ?? [],
    offers: manifest.offers,
    exposes: mapValues(exposes, ({ js, css }) => ({ js: js.map(url), css: css.map(url) })),
    integrity: integrityOf(release, base),
  }
}

/** The bundle for servers: nobody can download it. */
export function isServerFile(file: string): boolean {
  return file.endsWith('.server.js')
}

export function integrityOf(release: Release, base = baseUrl(release)): RemoteRelease['integrity'] {
  const code = Object.entries(release.files).filter(([file]) => /\.(js|css)$/.test(file) && !isServerFile(file))
  return Object.fromEntries(code.map(([file, { integrity }]) => [base + file, integrity]))
}

function mapValues<V, W>(record: Record<string, V>, map: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
