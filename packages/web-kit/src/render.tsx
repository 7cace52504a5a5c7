import type { FirstData, PageBoot } from '@aangan/contracts/page'
import type { Store } from '@reduxjs/toolkit'
import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import { matchRoutes, type RouteObject, StaticRouter, useRoutes } from 'react-router-dom'
import { NEVER } from 'rxjs'
import { type RemoteContext, RemoteProvider } from './context.tsx'
import type { StoreExtra } from './first-data.ts'
import { isScreen } from './screen.ts'
import { SiteProvider } from './site.ts'

interface ServedRemote {
  routes: RouteObject[]
  makeStore: (extra: StoreExtra) => Store
}

interface ServedPage {
  /** Path and query string. */
  url: string
  site: PageBoot['site']
  /** What the page brings along; null where that did not come in time. */
  first: FirstData | null
}

/** A remote's screen as HTML, where there is no document: what a browser's first render of the same page gives. */
export async function renderScreen({ routes, makeStore }: ServedRemote, page: ServedPage): Promise<string> {
  const { url, site, first } = page
  const store = makeStore({ takeFirstData: (path) => (first?.path === path ? first : null) })
  await prepare(routes, store, page)
  return renderToString(
    <SiteProvider value={site}>
      <RemoteProvider value={SERVED}>
        <Provider store={store}>
          <StaticRouter location={url}>
            <Screens routes={routes} />
          </StaticRouter>
        </Provider>
      </RemoteProvider>
    </SiteProvider>,
  )
}

function Screens({ routes }: { routes: RouteObject[] }) {
  return useRoutes(routes)
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

/** Nobody is there yet to go anywhere, to hear of anything or to be shown more. */
export const SERVED: RemoteContext = {
  basePath: '',
  session$: NEVER,
  live$: NEVER,
  navigate: notYet,
  report: (error) => {
    throw error
  },
  mount: notYet,
}

function notYet(): never {
  throw new Error('A first render may only render: effects and handlers do the rest, in the browser.')
}
