import type { Chat } from '@aangan/contracts/chats'
import { usePassedOnFocus } from '@aangan/design/use-passed-on-focus'
import { useDispatch } from 'react-redux'
import { retry } from '../state/sending.ts'
import { dropped, type Unsent as Message, waitsForSite } from '../state/writing-slice.ts'
import type { ChatStore } from '../store.ts'
import * as s from './unsent.module.css'

/** Why a message was not sent, with actions. */
export function Unsent({ chat, message }: { chat: Chat; message: Message }) {
  const { id: chatId } = chat
  const { clientId, error } = message
  const canRetry = !chat.isBlocked && !chat.isReceiverDeleted
  const element = usePassedOnFocus<HTMLDivElement>()
  const dispatch = useDispatch<ChatStore['dispatch']>()
  return (
    <div ref={element} className={s.unsent}>
      {!waitsForSite(message) && (
        <>
          <p className={s.why} role="alert">
            {error?.message ?? 'It may not have arrived.'}
          </p>
          {canRetry && (
            <button type="button" className={s.action} onClick={() => dispatch(retry(chatId, clientId))}>
              Retry
            </button>
          )}
        </>
      )}
      <button type="button" className={s.action} onClick={() => dispatch(dropped({ chatId, clientId }))}>
        Delete
      </button>
    </div>
  )
}
