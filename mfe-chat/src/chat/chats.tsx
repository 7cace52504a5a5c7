import { LinkButton } from '@aangan/design/button'
import { classNames } from '@aangan/design/class-names'
import { IconLink } from '@aangan/design/icon-button'
import { Link } from '@aangan/remote/link'
import { useTitle } from '@aangan/remote/title'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import * as line from '../inbox/chat-line.module.css'
import { ChatLine } from '../inbox/chat-line.tsx'
import { ChatList } from '../inbox/chat-list.tsx'
import { useChats } from '../inbox/use-chats.ts'
import { Thread } from '../thread/thread.tsx'
import * as s from './chat.module.css'

/** The list with the open chat beside it; on phones one of the two. */
export function Chats() {
  const [search] = useSearchParams()
  const openId = search.get('with')
  const { chats } = useChats(openId)
  const opened = chats?.find(({ id }) => id === openId)
  const list = useRef<HTMLUListElement>(null)
  useTitle('Messages')
  useFocusAfterClosing(openId, list)

  return (
    <div className={classNames(s.page, openId !== null && s.isOpen)}>
      <div className={s.frame}>
        <div className={s.list}>
          <h1 className={s.heading}>Messages</h1>
          <div className={s.chats}>
            <ChatList openId={openId} listRef={list} action={<LinkButton to="/list">Search homes</LinkButton>}>
              {(chat, isUnread) => (
                <Link
                  to={`/chat?with=${chat.id}`}
                  className={classNames(line.line, isUnread && line.isUnread)}
                  aria-current={chat.id === openId}
                >
                  <ChatLine chat={chat} isUnread={isUnread} isOpen={chat.id === openId} />
                </Link>
              )}
            </ChatList>
          </div>
        </div>
        {(openId !== null || chats?.length !== 0) && (
          <div className={s.thread}>
            {openId === null ? (
              <p className={s.none}>Choose a chat to read it here.</p>
            ) : (
              <Thread key={openId} id={openId} receiver={opened?.receiver} back={<Back />} />
            )}
          </div>
        )}
      </div>
    </div>
  )
}

function Back() {
  return (
    <IconLink label="All messages" to="/chat" className={s.back}>
      <ArrowLeft size={22} />
    </IconLink>
  )
}

/** After returning to the list, focuses the chat that was open. */
function useFocusAfterClosing(openId: string | null, list: { current: HTMLElement | null }): void {
  const last = useRef(openId)
  useLayoutEffect(() => {
    const closed = openId === null ? last.current : null
    last.current = openId
    if (closed) list.current?.querySelector<HTMLElement>(`a[href$="?with=${CSS.escape(closed)}"]`)?.focus()
  }, [openId, list])
}
