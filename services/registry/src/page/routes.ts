import { RefusedSignIn } from '@aangan/contracts/accounts'
import { createFormat } from '@aangan/contracts/format'
import type { Release, RemoteManifest } from '@aangan/contracts/manifest'
import { LOCAL_ORIGIN_HEADER } from '@aangan/contracts/override'
import type { FirstData, PageBoot } from '@aangan/contracts/page'
import { SCRIPT_HASH_HEADER, STYLE_HASHES_HEADER } from '@aangan/contracts/page-retry'
import { integrityOf, toRemoteRelease } from '@aangan/contracts/release-urls'
import { isProvenByData, matchRoute, pageAddress, routeData, withoutSlash } from '@aangan/contracts/routes'
import { SIGN_IN, SIGN_IN_CALL } from '@aangan/contracts/sign-in'
import { entityTag, isKnown } from '@aangan/service-kit/entity-tag'
import { AppError } from '@aangan/service-kit/errors'
import { chosenEncoding } from '@aangan/service-kit/packing'
import type { Parts } from '@aangan/service-kit/parts'
import type { App } from '@aangan/service-kit/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RegistryConfig } from '../config.ts'
import { originOf } from '../origin.ts'
import { readOverride } from '../override/cookie.ts'
import type { Override } from '../override/grants.ts'
import { type ReleaseSet, type Releases, shellOf } from '../releases/releases.ts'
import type { Live } from '../releases/settled.ts'
import { fetchFirstData, fetchSession, isVisitor, type Services } from './first-data.ts'
import { keepPages, type Page } from './kept.ts'
import { negotiateLocale } from './locale.ts'
import { describePage } from './meta/describe.ts'
import { renderPage, SCRIPT_HASH } from './render.ts'
import { fetchRendered, type Rendering } from './rendered.ts'
import { shareAnswers } from './shared.ts'
import { signInFor, signInState } from './sign-in.ts'
import { openStyles } from './styles.ts'
import { releasesOf } from './visit.ts'

export interface PageRoutes {
  config: RegistryConfig
  releasesDir: string
  releases: Releases
  services: Services
  rendering: Rendering
  metrics: Parts['metrics']
}

/** Permanent, and the method stays. */
const MOVED = 308
const FOUND = 302
const RETRY_AFTER_S = 30

/** Every other address is a page; those no remote claims are 'Not Found'. */
export function addPageRoutes(
  app: App,
  { config, releasesDir, releases, services, rendering, metrics }: PageRoutes,
): void {
  const keep = keepPages(metrics)
  const sharing = sharePages()
  const stylesOf = openStyles(releasesDir)

  async function sendPage(request: FastifyRequest, reply: FastifyReply, refused: FirstData | null = null) {
    const live = await releases.live()
    const set = releasesOf(live, request, reply)
    const address = pageAddress(request.url)
    const locale = negotiateLocale(request.headers['accept-language'])
    const known = toBoot(config, set, locale)
    const match = matchRoute(known.remotes, address.path)
    // Never another host, as `//host` would be: routes begin with a word or an id.
    const moved = match ? null : withoutSlash(known.remotes, address)
    if (moved !== null) return reply.redirect(moved, MOVED)
    const signIn = isVisitor(request) ? signInFor(match, address) : null
    // A developer's own remote may have another page there.
    if (signIn !== null && (await readOverride(releasesDir, request)) === null)
      return reply.header('cache-control', 'private, no-store').redirect(signIn, FOUND)
    if (!match && !acceptsPage(request)) throw new AppError('NOT_FOUND', 'Not Found')
    const origin = originOf(config.SITE_URL, request)
    const encoding = chosenEncoding(request)
    const askedAt = performance.now()

    async function page(isShared: boolean): Promise<FoundPage> {
      const isSignedIn = request.headers.authorization !== undefined
      const calls = match ? routeData(match, { search: address.search, isSignedIn }) : []
      const [call, ...more] = calls
      const { FIRST_DATA_WAIT_MS: waitMs, PAGE_STATUS_WAIT_MS } = config
      const dataWaitMs = match && isProvenByData(match.route) ? Math.max(waitMs, PAGE_STATUS_WAIT_MS) : waitMs
      // It may have waited for the page before it; what is always waited for is so short that this may take twice.
      const leftMs = Math.max(waitMs, Math.round(dataWaitMs - (performance.now() - askedAt)))
      const [first, others, session, override] = await Promise.all([
        refused ?? (call ? fetchFirstData({ services, waitMs: leftMs, isShared }, call, request) : null),
        Promise.all(more.map((each) => fetchFirstData({ services, waitMs, isShared }, each, request))),
        fetchSession({ services, waitMs }, request),
        readOverride(releasesDir, request),
      ])
      const state = signInState(known.remotes, address)
      // A local remote that is broken says nothing about a canary.
      const boot = { ...known, ...(override === null && canariesOf(live)), ...(state && { state }), session }
      const shell = shellOf(set)
      const url = address.path + address.search
      const carried = [first, ...others].filter((each) => each !== null)

      async function make() {
        const site = { ...boot.site, origin }
        const meta = describePage({ site, format: createFormat(site), match, ...address, first })
        const toRender = { boot, url, remote: match?.remote ?? null, first: carried }
        const rendered = override ? null : await fetchRendered({ ...rendering, isShared }, toRender, request)
        // The address may be a local remote's, which the shell then names.
        const named = override && !match ? null : meta
        const styles = rendered ? await stylesOf(set, match, request.log) : undefined
        const html = renderPage({ rendered, styles, boot, shell, match, first, carried, meta: named, override })
        const isRendered = rendering.renderer === null || rendered?.hasRemote === true
        const styleHashes = [...(styles?.values() ?? [])].map(({ hash }) => hash).join(' ')
        const page = { body: html, encoding: null, etag: entityTag(html), status: meta.status, styleHashes }
        return { page, isComplete: meta.status === 200 && isRendered && carried.length === calls.length }
      }

      const isVisitors = session.status === 'visitor' && override === null && refused === null
      const page = isVisitors ? await keep({ boot, shell, origin, url, carried }, encoding, make) : (await make()).page
      return { ...page, session, override }
    }

    const isSame = refused === null && isSameForAll(live, request)
    const found = isSame
      ? await sharing(live)(JSON.stringify([origin, locale, encoding, request.url]), page)
      : await page(false)
    const { body, etag, status, styleHashes, session, override } = found
    reply
      .headers({
        'cache-control': caching(session, address.path),
        vary: varyingBy(live),
        [SCRIPT_HASH_HEADER]: SCRIPT_HASH,
      })
      .type('text/html; charset=utf-8')
    if (styleHashes) reply.header(STYLE_HASHES_HEADER, styleHashes)
    if (found.encoding) reply.header('content-encoding', found.encoding)
    if (status === 503) reply.header('retry-after', RETRY_AFTER_S)
    if (override) return reply.code(status).headers(overrideHeaders(override)).send(body)
    reply.header('etag', found.encoding ? `W/${etag}` : etag)
    if (refused) return reply.code(refused.status).send(body)
    if (status !== 200) return reply.code(status).send(body)
    return isKnown(request, etag) ? reply.code(304).send() : reply.send(body)
  }

  app.get('/*', { schema: { hide: true } }, (request, reply) => sendPage(request, reply))
  // Only the gateway can, since it forwards no such call.
  app.post(SIGN_IN, { schema: { hide: true, body: RefusedSignIn } }, (request, reply) =>
    sendPage(request, reply, toFirstData(request.body)),
  )
}

function toFirstData({ status, message, username }: RefusedSignIn): FirstData {
  return { path: SIGN_IN_CALL, status, headers: {}, body: { message, username } }
}

interface FoundPage extends Page {
  session: PageBoot['session']
  override: Override | null
}

/** A release that goes live ends it: pages asked for from then on have the release. */
function sharePages() {
  let last: { live: Live; share: ReturnType<typeof shareAnswers<FoundPage>> } | undefined
  return (live: Live) => {
    if (last?.live !== live) last = { live, share: shareAnswers() }
    return last.share
  }
}

/** Of visitors without a session, a canary or a local remote: their cookies are the only ones that arrive here. */
function isSameForAll({ canaries }: Live, request: FastifyRequest): boolean {
  return isVisitor(request) && canaries.length === 0 && !request.headers.cookie
}

function varyingBy({ canaries }: Live): string {
  return `accept-encoding, accept-language${canaries.length > 0 ? ', cookie' : ''}`
}

/** Pages without a canary report nothing. */
function canariesOf({ canaries }: Live): Pick<PageBoot, 'canaries'> {
  return canaries.length > 0 ? { canaries: canaries.map(({ release }) => release.name) } : {}
}

/**
 * Visitors' pages are revalidated on each request; pages with a session are not even kept for the back button, nor is the
 * sign-in page, whose form would still have the password.
 */
function caching({ status }: PageBoot['session'], path: string): string {
  return status === 'visitor' && path !== SIGN_IN ? 'private, no-cache' : 'private, no-store'
}

/** Of a page that nobody may keep, since it is for one browser and one hour. */
function overrideHeaders({ origin }: Override) {
  return { 'cache-control': 'no-store', [LOCAL_ORIGIN_HEADER]: origin }
}

export function toBoot(config: RegistryConfig, set: ReleaseSet, locale: string): Omit<PageBoot, 'session'> {
  const { SITE_NAME, SITE_CURRENCY, TILE_URL, TILE_ATTRIBUTION, MAP_CENTRE, SLOT_DEADLINE_MS } = config
  const shell = shellOf(set)
  return {
    site: {
      name: SITE_NAME,
      currency: SITE_CURRENCY,
      locale,
      tiles: TILE_URL !== 'none' ? { url: TILE_URL, attribution: TILE_ATTRIBUTION } : null,
      mapCentre: MAP_CENTRE === undefined ? null : toPoint(MAP_CENTRE),
    },
    shell: { version: shell.version, deadlineMs: SLOT_DEADLINE_MS, integrity: integrityOf(shell) },
    remotes: toRemotes(set),
  }
}

export function toRemotes(set: ReleaseSet): PageBoot['remotes'] {
  const remotes = [...set.values()].filter((release): release is Release & { manifest: RemoteManifest } =>
    Boolean(release.manifest),
  )
  return Object.fromEntries(remotes.map((release) => [release.name, toRemoteRelease(release)]))
}

/** The config has validated 'latitude,longitude'. */
function toPoint(text: string): PageBoot['site']['mapCentre'] {
  const [latitude = 0, longitude = 0] = text.split(',').map(Number)
  return { latitude, longitude }
}

/** Clients that accept only JSON get the error's JSON body instead of a page. */
function acceptsPage({ headers: { accept = '*/*' } }: FastifyRequest): boolean {
  return /text\/html|\*\/\*|text\/\*/.test(accept)
}
