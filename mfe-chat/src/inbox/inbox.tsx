import type { Slots } from '@aangan/contracts/slots'
import { LinkButton } from '@aangan/design/button'
import { classNames } from '@aangan/design/class-names'
import { useSession } from '@aangan/remote/context'
import { useRef } from 'react'
import { useOpenChat } from '../thread/own-entry.ts'
import { Panel } from '../thread/panel.tsx'
import { Thread } from '../thread/thread.tsx'
import * as line from './chat-line.module.css'
import { ChatLine } from './chat-line.tsx'
import { ChatList } from './chat-list.tsx'
import * as s from './inbox.module.css'

export function Inbox({ openChatId }: Slots['profile.inbox']) {
  const { user } = useSession()
  return user ? <Own key={user.id} openChatId={openChatId} /> : null
}

function Own({ openChatId = null }: { openChatId?: string | null | undefined }) {
  const [openId, setOpenId] = useOpenChat(openChatId)
  const list = useRef<HTMLUListElement>(null)

  function close() {
    // The focused element is removed with the panel.
    list.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus()
    setOpenId(null)
  }

  return (
    <div className={classNames(s.inbox, openId !== null && s.isOpen)}>
      <div className={s.list}>
        <ChatList openId={openId} listRef={list} action={<LinkButton to="/list">Search homes</LinkButton>}>
          {(chat, isUnread) => (
            <button
              type="button"
              className={classNames(line.line, isUnread && line.isUnread)}
              aria-current={chat.id === openId}
              onClick={() => setOpenId(chat.id)}
            >
              <ChatLine chat={chat} isUnread={isUnread} isOpen={chat.id === openId} />
            </button>
          )}
        </ChatList>
      </div>
      {openId && (
        <Panel label="Chat" chat={openId} kind="flow" onClose={close}>
          <Thread key={openId} id={openId} onClose={close} />
        </Panel>
      )}
    </div>
  )
}
