import { useDispatch } from 'react-redux'
import { retry } from '../state/sending.ts'
import { dropped, type Unsent as Message, waitsForSite } from '../state/writing-slice.ts'
import type { ChatStore } from '../store.ts'
import * as s from './unsent.module.css'

/** Why a message was not sent, with actions. */
export function Unsent({ chatId, message }: { chatId: string; message: Message }) {
  const { clientId, error } = message
  const dispatch = useDispatch<ChatStore['dispatch']>()
  return (
    <div className={s.unsent}>
      {!waitsForSite(message) && (
        <>
          <p className={s.why} role="alert">
            {error?.message ?? 'It may not have arrived.'}
          </p>
          <button type="button" className={s.action} onClick={() => dispatch(retry(chatId, clientId))}>
            Retry
          </button>
        </>
      )}
      <button type="button" className={s.action} onClick={() => dispatch(dropped({ chatId, clientId }))}>
        Delete
      </button>
    </div>
  )
}
