import type { PageBoot } from '@aangan/contracts/page'
import { servedContext } from '@aangan/web-kit/render'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import type { Remotes } from './federation/remotes.ts'
import { PlaceProvider } from './navigation/history.ts'

/** The page around a remote as HTML, where there is no document; the remote's own place in it is empty. */
export function renderShell(boot: PageBoot, url: string): string {
  const { pathname: path, search } = new URL(url, 'http://site')
  const context = servedContext(boot.session)
  return renderToString(
    <PlaceProvider value={{ path, search, key: '', arrival: 'start' }}>
      <App boot={boot} remotes={NOT_YET} contextOf={() => context} />
    </PlaceProvider>,
  )
}

/** Remotes are loaded by effects, which a server has none of. */
const NOT_YET: Remotes = {
  load: () => Promise.reject(new Error('A server loads no remotes through the shell.')),
  prefetch: () => undefined,
  reset: () => undefined,
}
