import { MAX_MESSAGE_TEXT } from '@aangan/contracts/chat-constants'
import type { Chat } from '@aangan/contracts/chats'
import { isBlank, severalLines } from '@aangan/contracts/text/characters'
import { Button } from '@aangan/design/button'
import { isComposing } from '@aangan/design/is-composing'
import { useMedia } from '@aangan/design/use-media'
import { useFormat } from '@aangan/remote/format'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { type KeyboardEvent, type RefObject, type SubmitEvent, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { sendMessage } from '../state/sending.ts'
import { drafted, selectWriting } from '../state/writing-slice.ts'
import type { ChatRoot, ChatStore } from '../store.ts'
import * as s from './composer.module.css'
import { useTyping } from './use-typing.ts'

/** Remaining characters from which the counter shows. */
const NEAR_END = 500

/** The draft is kept per chat. */
export function Composer({ chat: { id, receiver } }: { chat: Chat }) {
  const dispatch = useDispatch<ChatStore['dispatch']>()
  const { draft } = useSelector((root: ChatRoot) => selectWriting(root, id))
  const area = useRef<HTMLTextAreaElement>(null)
  const hasKeys = useMedia('(hover: hover) and (pointer: fine)')
  const tell = useTyping(id)
  const counterId = useId()
  const { length } = severalLines(draft)
  const isNearEnd = MAX_MESSAGE_TEXT - length <= NEAR_END
  useGrowth(area)

  useEffect(() => {
    // The chat may open after somebody has begun to fill in another field of the page.
    const isInField = document.activeElement?.matches('input, select, textarea')
    // On phones focusing would open the keyboard over the messages.
    if (hasKeys && !isInField) area.current?.focus({ preventScroll: true })
  }, [hasKeys])

  function send() {
    if (length === 0 || length > MAX_MESSAGE_TEXT) return
    dispatch(sendMessage(id, draft))
    area.current?.focus()
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    send()
  }

  function pressed(event: KeyboardEvent) {
    const isSending = event.key === 'Enter' && !event.shiftKey && !isComposing(event) && hasKeys
    if (!isSending) return
    event.preventDefault()
    send()
  }

  function type(text: string) {
    dispatch(drafted({ chatId: id, text }))
    if (!isBlank(text)) tell()
  }

  return (
    <form method="post" className={s.composer} onSubmit={submit}>
      <textarea
        ref={area}
        className={s.area}
        dir="auto"
        placeholder="Type your message here..."
        aria-label={`Message to ${receiver.username}`}
        aria-invalid={length > MAX_MESSAGE_TEXT}
        aria-describedby={isNearEnd ? counterId : undefined}
        value={draft}
        onChange={({ target }) => type(target.value)}
        onKeyDown={pressed}
      />
      <Button type="submit" className={s.send} icon={<SendHorizontal size={18} />} disabled={length === 0}>
        Send
      </Button>
      {isNearEnd && <Counter id={counterId} length={length} />}
    </form>
  )
}

/** Where `field-sizing` is missing, as in Firefox. The style limits the height. */
function useGrowth(area: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const element = area.current
    if (!element || CSS.supports('field-sizing', 'content')) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`
  })
}

function Counter({ id, length }: { id: string; length: number }) {
  const format = useFormat()
  const left = MAX_MESSAGE_TEXT - length
  const parts = Math.ceil(length / MAX_MESSAGE_TEXT)
  return (
    <p id={id} className={left < 0 ? s.over : s.left}>
      {left < 0
        ? `${format.number(-left)} characters too many. Send it in ${format.number(parts)} messages.`
        : `${format.number(left)} characters left`}
    </p>
  )
}
