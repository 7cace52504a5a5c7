import type { FirstData, PageBoot } from '@aangan/contracts/page'
import type { Session } from '@aangan/contracts/users'
import type { Store } from '@reduxjs/toolkit'
import { renderToString } from 'react-dom/server'
import type { RouteObject } from 'react-router-dom'
import { NEVER, of } from 'rxjs'
import type { RemoteContext } from './context.tsx'
import type { ServedData } from './first-data.ts'
import { fillStore, PAGE_IDS, preloadRoutes, Routed } from './routed.tsx'
import { SiteProvider } from './site.ts'

interface ServedRemote {
  routes: RouteObject[]
  makeStore: (context: RemoteContext & ServedData) => Store
}

export interface ServedPage {
  url: string
  site: PageBoot['site']
  session: Session
  /** What arrived in time. */
  first: FirstData[]
  /** Of the history entry. */
  state?: PageBoot['state']
}

/** Renders a remote's screen to HTML without a document; matches the browser's first render of the page. */
export async function renderScreen({ routes, makeStore }: ServedRemote, page: ServedPage): Promise<string> {
  const { url, site, session, first, state = null } = page
  const context = servedContext(session)
  const { basePath } = context
  const takeFirstData = (asked: string) => first.find(({ path }) => path === asked) ?? null
  const store = makeStore({ ...context, takeFirstData })
  const { pathname, search } = new URL(url, 'http://site')
  await preloadRoutes(routes, pathname, basePath)
  const carries = (path: string) => takeFirstData(path) !== null
  await fillStore(routes, store, { pathname, search, basePath, carries })
  return renderToString(
    <SiteProvider value={site}>
      <Routed {...{ routes, context, store }} location={{ pathname, search, state }} />
    </SiteProvider>,
    { identifierPrefix: PAGE_IDS },
  )
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
