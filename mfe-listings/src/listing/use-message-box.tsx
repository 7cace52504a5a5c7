import type { PostWithDetail } from '@aangan/contracts/posts'
import { useRemote, useSession } from '@aangan/web-kit/context'
import { Offer } from '@aangan/web-kit/offer'
import { Button } from '@aangan/web-kit/ui/button'
import MessageCircle from 'lucide-react/icons/message-circle'
import { type ReactNode, useCallback, useRef, useState } from 'react'

/**
 * What opens a chat with a listing's owner, and the place of that chat: outside of what sticks to the window, which it
 * lies over. A visitor signs in first.
 */
export function useMessageBox({ id, title, img, user: receiver }: PostWithDetail): [button: ReactNode, box: ReactNode] {
  const { session } = useRemote()
  const { status } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)

  const close = useCallback(() => {
    setIsOpen(false)
    opener.current?.focus()
  }, [])

  const button = (
    <Button
      ref={opener}
      icon={<MessageCircle size={18} />}
      onClick={() => (status === 'visitor' ? session.signIn() : setIsOpen(true))}
    >
      Send a Message
    </Button>
  )
  const box = isOpen && status === 'user' && (
    <Offer slot="listing.chat" props={{ receiver, listing: { id, title, img }, onClose: close }} />
  )
  return [button, box]
}
