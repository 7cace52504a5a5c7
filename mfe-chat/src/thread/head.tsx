import type { Chat } from '@aangan/contracts/chats'
import type { PublicUser } from '@aangan/contracts/users'
import { IconButton } from '@aangan/design/icon-button'
import { Skeleton } from '@aangan/design/skeleton'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { Person } from '../person.tsx'
import { selectAway, selectOnline, selectTyping } from '../state/presence-slice.ts'
import type { ChatRoot } from '../store.ts'
import { BlockButton } from './block.tsx'
import * as s from './head.module.css'

interface HeadProps {
  chat: Chat | undefined
  person: PublicUser | undefined
  back: ReactNode
  onClose: (() => void) | undefined
  /** True if the other person is unknown and loading failed. */
  isFailed: boolean
}

export function Head({ chat, person, back, onClose, isFailed }: HeadProps) {
  return (
    <header className={s.head}>
      {back}
      {person && (
        <>
          <Person user={person} />
          <div className={s.who}>
            <h2 className={s.name}>{person.username}</h2>
            <State userId={person.id} chatId={chat?.id ?? ''} />
          </div>
        </>
      )}
      {!person && (isFailed ? <div className={s.who} /> : <Skeleton className={s.unknown} />)}
      {chat && !chat.isBlocked && !chat.isReceiverDeleted && <BlockButton chat={chat} />}
      {onClose && (
        <IconButton label="Close chat" onClick={onClose}>
          <X size={22} />
        </IconButton>
      )}
    </header>
  )
}

function State({ userId, chatId }: { userId: string; chatId: string }) {
  const isOnline = useSelector((root: ChatRoot) => selectOnline(root, userId))
  const isTyping = useSelector((root: ChatRoot) => selectTyping(root, chatId))
  const isAway = useSelector(selectAway)
  return (
    <>
      <p className={s.state}>{isTyping ? 'Typing…' : isOnline ? 'Online' : ''}</p>
      <p className={s.state} role="status">
        {isAway && 'No connection. Trying again…'}
      </p>
    </>
  )
}
