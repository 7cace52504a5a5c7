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
  url: string
  site: PageBoot['site']
  session: Session
  /** Null if the data did not arrive in time. */
  first: FirstData | null
}

/** Renders a remote's screen to HTML without a document; matches the browser's first render of the page. */
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

/** Loads the screen's code and fills the store. Makes no requests: fetching is up to the caller. */
async function prepare(routes: RouteObject[], store: Store, { url, first }: ServedPage): Promise<void> {
  const { pathname, search } = new URL(url, 'http://site')
  for (const { route, params } of matchRoutes(routes, { pathname, search }) ?? []) {
    if (!isScreen(route.Component)) continue
    await route.Component.preload()
    if (first) await route.Component.ask?.(store.dispatch, { params, search })
  }
}

/** The context on a server: no events, and every action throws. */
export function servedContext(session: Session): RemoteContext {
  return {
    basePath: '',
    session: { current: session, changes$: of(session), refresh: notYet, signIn: notYet },
    live$: NEVER,
    send: notYet,
    changes: { announce: notYet, after: () => NEVER },
    unread: { count: 0, count$: of(0), lower: notYet, reading: notYet, read: notYet, reset: notYet, refresh: notYet },
    navigate: notYet,
    report: (error) => {
      throw error
    },
    mount: notYet,
  }
}

function notYet(): never {
  throw new Error('Not available while rendering on a server: call it from an effect or an event handler.')
}
