import { DEFAULT_LOCALE } from '@aangan/contracts/format'
import type { Release, RemoteRoute } from '@aangan/contracts/manifest'
import { PAGE_COPY_URL } from '@aangan/contracts/page'
import type { PageCopy } from '@aangan/contracts/page-copy'
import { SCRIPT_HASH_HEADER } from '@aangan/contracts/page-retry'
import { baseUrl, isServerFile, SHELL } from '@aangan/contracts/release-urls'
import { callsOf } from '@aangan/contracts/routes'
import { entityTag, isKnown } from '@aangan/service-kit/entity-tag'
import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import { type ReleaseSet, shellOf } from '../releases/releases.ts'
import { renderPage, SCRIPT_HASH } from './render.ts'
import { type PageRoutes, toBoot } from './routes.ts'

/** For gateways, which ask every few seconds: also how they learn whether this registry can serve pages. */
export function addPageCopy(app: App, { config, releases }: Pick<PageRoutes, 'config' | 'releases'>): void {
  let last: { set: ReleaseSet; text: string; etag: string } | undefined
  app.get(PAGE_COPY_URL, { schema: { hide: true } }, async (request, reply) => {
    const set = await releases.current()
    // Not UNAVAILABLE: that is logged as an error, and every gateway asks every two seconds.
    if (!set.has(SHELL)) throw new AppError('NOT_FOUND', 'No release of the shell is installed, so there is no page.')
    if (last?.set !== set) {
      const text = JSON.stringify(toCopy(config, set))
      last = { set, text, etag: entityTag(text) }
    }
    const { text, etag } = last
    reply
      .headers({ 'cache-control': 'no-cache', etag, [SCRIPT_HASH_HEADER]: SCRIPT_HASH })
      .type('application/json; charset=utf-8')
    return isKnown(request, etag) ? reply.code(304).send() : reply.send(text)
  })
}

function toCopy(config: PageRoutes['config'], set: ReleaseSet): PageCopy {
  const boot = { ...toBoot(config, set, DEFAULT_LOCALE), session: { status: 'unknown' as const } }
  return {
    html: renderPage({ boot, shell: shellOf(set), match: null, first: null, carried: [], meta: null }),
    remotes: Object.fromEntries(
      Object.entries(boot.remotes).map(([name, { routes }]) => [name, { routes: routes.map(copyOfRoute) }]),
    ),
    files: Object.fromEntries(inOrder(set).flatMap(filesOf)),
  }
}

function copyOfRoute({ path, data, noindex }: RemoteRoute): PageCopy['remotes'][string]['routes'][number] {
  const [first] = callsOf(data)
  return { path, ...(first !== undefined && { data: first }), ...(noindex && { noindex }) }
}

/** Gateways have only so much room: a large release must not take that of the shell and the others. */
function inOrder(set: ReleaseSet): Release[] {
  const sizeOf = (release: Release) => (release.name === SHELL ? 0 : totalBytes(release))
  return [...set.values()].sort((one, other) => sizeOf(one) - sizeOf(other))
}

function totalBytes({ files }: Release): number {
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Without source maps, which only developers load, and development builds, which have no integrity. */
function filesOf(release: Release): [url: string, integrity: string][] {
  const needed = Object.entries(release.files).filter(
    ([file, { integrity }]) => integrity && !file.endsWith('.map') && !isServerFile(file),
  )
  return needed.map(([file, { integrity }]) => [baseUrl(release) + file, integrity])
}
