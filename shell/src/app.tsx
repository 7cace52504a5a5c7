import type { PageBoot } from '@aangan/contracts/page'
import { matchRoute } from '@aangan/contracts/routes'
import { RemoteProvider } from '@aangan/remote/context'
import { useMemo, useRef, useSyncExternalStore } from 'react'
import { Gate } from './account/gate.tsx'
import { Unsent } from './account/unsent.tsx'
import type { ContextOf } from './context-of.ts'
import type { Remotes } from './federation/remotes.ts'
import { useHistoryEntry } from './navigation/history.ts'
import { NavBar } from './navigation/nav-bar.tsx'
import { TabBar } from './navigation/tab-bar.tsx'
import { Arrival } from './page/arrival.tsx'
import { Boundary } from './page/boundary.tsx'
import { ErrorScreen } from './page/error-screen.tsx'
import { Footer } from './page/footer.tsx'
import { OldVersion } from './page/old-version.tsx'
import * as s from './page/page.module.css'
import { RemotePage } from './page/remote-page.tsx'
import type { Served } from './slot/served.ts'

export interface AppProps {
  boot: PageBoot
  remotes: Remotes
  contextOf: ContextOf
}

const NONE: string[] = []

export function App({ boot, remotes, contextOf }: AppProps) {
  const { path } = useHistoryEntry()
  const main = useRef<HTMLElement>(null)
  const served: Served = useRef(null)
  // As text, which tells whether it is another one: a release may take its place, or claim the path.
  const releaseShown = () => releaseOf(boot, matchRoute(boot.remotes, path)?.remote)
  const release = useSyncExternalStore(remotes.subscribe, releaseShown, releaseShown)
  const match = matchRoute(boot.remotes, path)
  const shell = useMemo(() => contextOf('shell'), [contextOf])
  return (
    <RemoteProvider value={shell}>
      <Boundary report={shell.report} fallback={<Broken />}>
        <NavBar siteName={boot.site.name} remotes={boot.remotes} />
        <Arrival main={main} />
        <OldVersion />
        <main className={s.main} id="main" ref={main} tabIndex={-1}>
          {match ? (
            <Gate closed={match.route.signedIn} deadlineMs={boot.shell.deadlineMs}>
              <RemotePage
                key={release}
                name={match.remote}
                path={path}
                screens={match.route.preload ?? NONE}
                {...{ boot, remotes, contextOf, served }}
              />
            </Gate>
          ) : (
            <ErrorScreen title="404 Not Found" message="There is no page at this link." />
          )}
        </main>
        <Footer siteName={boot.site.name} remotes={boot.remotes} />
        <Unsent />
        <TabBar remotes={boot.remotes} />
      </Boundary>
    </RemoteProvider>
  )
}

function releaseOf({ remotes }: PageBoot, name: string | undefined): string | undefined {
  return name && `${name}@${remotes[name]?.version}`
}

function Broken() {
  return (
    <ErrorScreen title="Unexpected Application Error!" message="The page could not be shown. Reload it to try again." />
  )
}
