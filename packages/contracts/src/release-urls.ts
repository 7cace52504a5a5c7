import type { Release, RemoteManifest } from './manifest.ts'
import type { RemoteRelease } from './remotes.ts'

export function baseUrl({ name, version }: Release): string {
  return `/r/${name}/${version}/`
}

export function toRemoteRelease(release: Release & { manifest: RemoteManifest }): RemoteRelease {
  const base = baseUrl(release)
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
    integrity: integrityOf(release),
  }
}

export function integrityOf(release: Release): RemoteRelease['integrity'] {
  const code = Object.entries(release.files).filter(([file]) => /\.(js|css)$/.test(file))
  return Object.fromEntries(code.map(([file, { integrity }]) => [baseUrl(release) + file, integrity]))
}

function mapValues<V, W>(record: Record<string, V>, map: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
