import type { FirstData, PageBoot } from '@aangan/contracts/page'
import type { Session } from '@aangan/contracts/users'
import type { Store } from '@reduxjs/toolkit'
import { renderToString } from 'react-dom/server'
import { matchRoutes, type RouteObject } from 'react-router-dom'
import { NEVER, of } from 'rxjs'
import type { RemoteContext } from './context.tsx'
import type { ServedData } from './first-data.ts'
import { Routed } from './routed.tsx'
import { isScreen } from './screen.ts'
import { SiteProvider } from './site.ts'

interface ServedRemote {
  routes: RouteObject[]
  makeStore: (context: RemoteContext & ServedData) => Store
}

interface ServedPage {
  /** Path and query string. */
  url: string
  site: PageBoot['site']
  session: Session
  /** What the page brings along; null where that did not come in time. */
  first: FirstData | null
}

/** A remote's screen as HTML, where there is no document: what a browser's first render of the same page gives. */
export async function renderScreen({ routes, makeStore }: ServedRemote, page: ServedPage): Promise<string> {
  const { url, site, session, first } = page
  const context = servedContext(session)
  const store = makeStore({ ...context, takeFirstData: (path) => (first?.path === path ? first : null) })
  await prepare(routes, store, page)
  return renderToString(
    <SiteProvider value={site}>
      <Routed {...{ routes, context, store }} location={url} />
    </SiteProvider>,
  )
}

/** The screen's code, and the answer in its store. Nothing is asked of the network: that would be the page's business. */
async function prepare(routes: RouteObject[], store: Store, { url, first }: ServedPage): Promise<void> {
  const { pathname, search } = new URL(url, 'http://site')
  for (const { route, params } of matchRoutes(routes, { pathname, search }) ?? []) {
    if (!isScreen(route.Component)) continue
    await route.Component.preload()
    if (first) await route.Component.ask?.(store.dispatch, { params, search })
  }
}

/** What a tree gets on a server: nobody is there yet to go anywhere, to hear of anything or to be shown more. */
export function servedContext(session: Session): RemoteContext {
  return {
    basePath: '',
    session: { current: session, changes$: of(session), refresh: notYet, signIn: notYet },
    live$: NEVER,
    send: notYet,
    changes: { announce: notYet, after: () => NEVER },
    unread: { count: 0, count$: of(0), lower: notYet, reset: notYet, refresh: notYet },
    navigate: notYet,
    report: (error) => {
      throw error
    },
    mount: notYet,
  }
}

function notYet(): never {
  throw new Error('A first render may only render: effects and handlers do the rest, in the browser.')
}
