import type { PageBoot } from '@aangan/contracts/page'
import { PAGE_MODULE } from '@aangan/contracts/routes'
import { RELOAD_LABEL, reloadPage, TOLD } from '@aangan/design/code-failed'
import { useRemedy } from '@aangan/remote/use-remedy'
import { useCallback, useMemo, useState } from 'react'
import type { ContextOf } from '../context-of.ts'
import type { Again, Remotes } from '../federation/remotes.ts'
import type { Served } from '../slot/served.ts'
import { isLost, Slot } from '../slot/slot.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { Failed } from './failed.tsx'
import { Unfinished } from './unfinished.tsx'
import { Waiting } from './waiting.tsx'

interface RemotePageProps {
  name: string
  /** The current path, and the screens to load for it. */
  path: string
  screens: string[]
  boot: PageBoot
  remotes: Remotes
  contextOf: ContextOf
  served?: Served
}

const FAILED = 'This part of the site could not be shown. The rest still works: try again, or go to another page.'

/** Mount it anew for another release. */
export function RemotePage({ name, path, screens, boot, remotes, contextOf, served }: RemotePageProps) {
  // The one that this mounts, whatever the page has by the time it fails.
  const [release] = useState(boot.remotes[name])
  const context = useMemo(() => contextOf(name, release?.version), [contextOf, name, release])
  const load = useCallback(
    (again: Again | null) => {
      if (again) remotes.reset(name, release, again)
      return remotes.load(name, release, PAGE_MODULE, screens)
    },
    [remotes, name, release, screens],
  )
  return (
    <Slot
      part={name}
      release={release}
      {...(served && { served })}
      load={load}
      context={context}
      address={path}
      replace={() => remotes.replace(name, release?.version)}
      deadlineMs={boot.shell.deadlineMs}
      waiting={<Waiting />}
      failed={(error, retry) => <Unshown {...{ error, retry }} entry={release?.entry} />}
      unfinished={(error, retry) => <Unfinished error={error} entry={release?.entry} onRetry={retry} />}
    />
  )
}

interface UnshownProps {
  error: unknown
  entry: string | undefined
  retry: () => void
}

function Unshown({ error, entry, retry }: UnshownProps) {
  const remedy = useRemedy(error, entry)
  if (remedy === 'reload') return <ErrorScreen {...TOLD.reload} onRetry={reloadPage} retryLabel={RELOAD_LABEL} />
  const message = remedy === 'retry' && !isLost(error) ? FAILED : TOLD[remedy].message
  return <Failed message={message} onRetry={retry} />
}
