import type { PageBoot } from '@aangan/contracts/page'
import { servedContext } from '@aangan/remote/render'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import type { Remotes } from './federation/remotes.ts'
import { HistoryEntryProvider } from './navigation/history.ts'

/** Renders the page around a remote to HTML; the remote's slot is empty. */
export function renderShell(boot: PageBoot, url: string): string {
  const { pathname: path, search } = new URL(url, 'http://site')
  const context = servedContext(boot.session)
  return renderToString(
    <HistoryEntryProvider value={{ path, search, key: '', navigationType: 'start' }}>
      <App boot={boot} remotes={NOT_YET} contextOf={() => context} />
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
