import type { Chat } from '@aangan/contracts/chats'
import { Button } from '@aangan/design/button'
import { Dialog } from '@aangan/design/dialog'
import { FormError } from '@aangan/design/form-error'
import { IconButton } from '@aangan/design/icon-button'
import Ban from 'lucide-react/icons/ban'
import { useEffect, useRef, useState } from 'react'
import { useBlockMutation } from '../state/api.ts'
import * as s from './block.module.css'
import { takeLostFocus } from './focus.ts'

export function BlockButton({ chat: { id, receiver } }: { chat: Chat }) {
  const [isAsking, setIsAsking] = useState(false)
  const [block, { isLoading, error }] = useBlockMutation()
  return (
    <>
      <IconButton label={`Block ${receiver.username}`} aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        <Ban size={20} />
      </IconButton>
      {isAsking && (
        <Dialog title={`Block ${receiver.username}?`} onClose={() => setIsAsking(false)}>
          <div className={s.question}>
            <p>{`Neither of you can write here until you unblock ${receiver.username}. The messages stay.`}</p>
            {error && <FormError>{error.message}</FormError>}
            <Button variant="danger" busy={isLoading} onClick={() => void block({ id, isBlocked: true })}>
              Block
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

/** Replaces the composer. */
export function Blocked({ chat: { id, receiver } }: { chat: Chat }) {
  const [block, { isLoading, error }] = useBlockMutation()
  const unblock = useRef<HTMLButtonElement>(null)

  useEffect(() => takeLostFocus(unblock.current), [])

  return (
    <div className={s.blocked} role="status">
      <p>{error ? error.message : `You have blocked ${receiver.username}.`}</p>
      <Button ref={unblock} variant="quiet" dense busy={isLoading} onClick={() => void block({ id, isBlocked: false })}>
        Unblock
      </Button>
    </div>
  )
}
