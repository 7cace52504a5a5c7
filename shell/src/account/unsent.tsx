import { useSession } from '@aangan/remote/context'
import { Offer } from '@aangan/remote/offer'
import { hasUnsent } from '@aangan/remote/personal-storage'
import { useReach } from '@aangan/remote/use-reach'
import { useSyncExternalStore } from 'react'
import { subscribe } from '../navigation/history.ts'

const NOTHING = {}

/** Loads what sends the user's messages that waited for a connection, whichever page they are on by now. */
export function Unsent() {
  const { user } = useSession()
  // Looks again with each connection and page: the last one may have left something.
  useReach()
  const isWaiting = useSyncExternalStore(
    subscribe,
    () => user !== undefined && hasUnsent(user.id),
    () => false,
  )
  return (
    isWaiting && (
      <div hidden>
        <Offer slot="page.unsent" props={NOTHING} />
      </div>
    )
  )
}
