import type { Slots } from '@aangan/contracts/slots'
import { useSession } from '@aangan/remote/context'
import { useChatWithQuery } from '../state/api.ts'
import { Panel } from '../thread/panel.tsx'
import { Thread } from '../thread/thread.tsx'

export function Box(props: Slots['listing.chat']) {
  const { user } = useSession()
  return user ? <Open key={user.id} {...props} /> : null
}

function Open({ receiver, listing, onClose }: Slots['listing.chat']) {
  const about = { receiverId: receiver.id, postId: listing.id }
  const { currentData, error, isFetching, refetch } = useChatWithQuery(about, { refetchOnMountOrArgChange: true })
  return (
    <Panel label={`Chat with ${receiver.username}`} chat={listing.id} kind="corner" onClose={onClose}>
      <Thread
        id={currentData?.id ?? null}
        receiver={receiver}
        onClose={onClose}
        showsListing={false}
        failed={
          error &&
          !currentData && {
            title: 'The chat could not be opened',
            message: error.message,
            onRetry: refetch,
            retrying: isFetching,
          }
        }
      />
    </Panel>
  )
}
