import type { PostWithDetail } from '@aangan/contracts/posts'
import { type SignInState, signInAddress } from '@aangan/contracts/sign-in'
import { Button } from '@aangan/design/button'
import { IconButton } from '@aangan/design/icon-button'
import { unreachable } from '@aangan/remote/api'
import { useRemote, useSession } from '@aangan/remote/context'
import { Offer } from '@aangan/remote/offer'
import MessageCircle from 'lucide-react/icons/message-circle'
import X from 'lucide-react/icons/x'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import * as s from './message-box.module.css'

/** Marks the return from signing in to write a message. */
const WRITE = '?write=1'

/**
 * The button that opens a chat with the owner, and the chat itself, to be rendered outside sticky elements, which it
 * covers. Visitors sign in first and return to the open chat.
 */
export function useMessageBox(post: PostWithDetail, say: (text: string) => void): [button: ReactNode, box: ReactNode] {
  const { id, title, img, user: receiver } = post
  const { navigate } = useRemote()
  const { status, user } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { search, state } = useLocation()
  const isAsked = search === WRITE
  const isReached = state?.chat === id

  useEffect(() => {
    if (!isAsked || !user) return
    // Remove the parameter, so that a reload does not open the chat again.
    navigate(`/${id}`, { replace: true })
    setIsOpen(user.id !== receiver.id)
  }, [isAsked, user, receiver.id, id, navigate])

  useEffect(() => {
    if (isReached) setIsOpen(true)
  }, [isReached])

  const close = useCallback(() => {
    // Unmount first: elements behind a full-screen chat cannot take the focus.
    flushSync(() => setIsOpen(false))
    opener.current?.focus()
  }, [])

  function open() {
    if (status === 'visitor') return signIn()
    setIsOpen(true)
    if (status === 'unknown') say(unreachable().message)
  }

  function signIn() {
    const state: SignInState = { reason: `Sign in to send a message to ${receiver.username}` }
    navigate(signInAddress(`/${id}${WRITE}`), { state })
  }

  const button = (
    <Button
      ref={opener}
      // Of a home that is taken, the card leads to others first.
      variant={post.status === 'taken' ? 'quiet' : 'primary'}
      icon={<MessageCircle size={18} />}
      onClick={open}
    >
      Send a Message
    </Button>
  )
  const box = isOpen && user && (
    <div className={s.box}>
      <IconButton label="Close" className={s.close} onClick={close}>
        <X size={22} />
      </IconButton>
      <Offer slot="listing.chat" props={{ receiver, listing: { id, title, img }, onClose: close }} />
    </div>
  )
  return [button, box]
}
