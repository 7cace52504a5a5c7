import type { PageBoot } from '@aangan/contracts/page'
import type { RemoteRelease } from '@aangan/contracts/remotes'
import type { RemoteContext } from '@aangan/web-kit/context'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { isRemoved } from '../federation/is-removed.ts'
import type { Remotes } from '../federation/remotes.ts'
import { Slot } from '../slot/slot.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { Failed } from './failed.tsx'
import { Waiting } from './waiting.tsx'

interface RemotePageProps {
  name: string
  /** The current path, and the screens to load for it. */
  path: string
  screens: string[]
  boot: PageBoot
  remotes: Remotes
  contextOf: (name: string) => RemoteContext
}

const FAILED = 'This part of the site could not be shown. The rest still works: try again, or go to another page.'

export function RemotePage({ name, path, screens, boot, remotes, contextOf }: RemotePageProps) {
  const context = useMemo(() => contextOf(name), [contextOf, name])
  const load = useCallback(
    (retry: boolean) => {
      if (retry) remotes.reset(name)
      return remotes.load(name, './remote', screens)
    },
    [remotes, name, screens],
  )
  return (
    <Slot
      load={load}
      context={context}
      place={path}
      deadlineMs={boot.shell.deadlineMs}
      waiting={<Waiting />}
      failed={(_error, retry) => <Unshown release={boot.remotes[name]} retry={retry} />}
    />
  )
}

/** A page that was opened long ago may use a release that is not on the server anymore: it can only be loaded anew. */
function Unshown({ release, retry }: { release: RemoteRelease | undefined; retry: () => void }) {
  const [isOld, setIsOld] = useState(false)
  useEffect(() => {
    let isOver = false
    if (release) void isRemoved(release).then((removed) => !isOver && setIsOld(removed))
    return () => {
      isOver = true
    }
  }, [release])
  if (!isOld) return <Failed message={FAILED} onRetry={retry} />
  return (
    <ErrorScreen
      title="There is a new version of this site"
      message="Reload the page to go on. What you have typed is kept."
      onRetry={() => window.location.reload()}
      retryLabel="Reload the page"
    />
  )
}
