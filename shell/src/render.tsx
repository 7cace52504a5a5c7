import type { PageBoot } from '@aangan/contracts/page'
import { servedContext } from '@aangan/remote/render'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as server from 'react-dom/server'
import { App } from './app.tsx'
import type { Remotes } from './federation/remotes.ts'
import { HistoryEntryProvider } from './navigation/history.ts'
import { SlotHtmlProvider } from './slot/slot-html.ts'

/** Renders the page around a remote to HTML. `slot` is the remote's; without it its slot is empty. */
export function renderShell(boot: PageBoot, url: string, slot: string | null): string {
  const { pathname: path, search } = new URL(url, 'http://site')
  const context = servedContext(boot.session)
  return server.renderToString(
    <HistoryEntryProvider value={{ path, search, key: '', navigationType: 'start' }}>
      <SlotHtmlProvider value={slot ?? ''}>
        <App boot={boot} remotes={NOT_YET} contextOf={() => context} />
      </SlotHtmlProvider>
    </HistoryEntryProvider>,
  )
}

/** Remotes are loaded in effects, which do not run on a server. */
const NOT_YET: Remotes = {
  load: () => Promise.reject(new Error('The shell cannot load remotes while rendering on a server.')),
  prefetch: () => undefined,
  reset: () => undefined,
  take: () => undefined,
  subscribe: () => () => undefined,
  replace: async () => false,
}

/** What remotes' bundles for servers leave out. */
export const shared = { react, 'react/jsx-runtime': jsxRuntime, 'react-dom': reactDom, 'react-dom/server': server }
