import { MAX_MESSAGE_TEXT } from '@aangan/contracts/chat-constants'
import { hasUnsent, personalKey, writePerson } from '@aangan/remote/personal-storage'
import { openTestContext } from '@aangan/remote/testing/context'
import { openNetwork, refusal, unreachable } from '@aangan/remote/testing/network'
import { click, entered, fill, gone, hasFocus, press, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { connect } from '../connect.ts'
import { retryAll, sendMessage } from '../state/sending.ts'
import { drafted, dropped } from '../state/writing-slice.ts'
import { makeStore } from '../store.ts'
import { asha, CHAT, chat, message, mine, SIGNED_IN, thread } from '../testing/chats.ts'
import { field, lines, log, openThread, SEND, takeMessages } from '../testing/screens.ts'

const KEY = personalKey('chat-writing', asha.id)
const send = page.getByRole('button', { name: 'Send', exact: true })
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? '{}')[CHAT]

async function write(text: string): Promise<void> {
  await fill(field, text)
  await click(send)
}

describe('a message', () => {
  it('is shown at once as being sent, then as sent, then as seen', async () => {
    const { bodies, answer } = takeMessages(1)
    const { network, hear } = await openThread(thread(), { network: { [SEND]: answer } })
    const release = network.hold(SEND)
    await write('  Is it free?\nSince when? ')
    await shown(log.getByText('just now · Sending…'))
    expect([entered(field), hasFocus(field)]).toEqual(['', true])
    release()
    await shown(log.getByText('just now · Sent', { exact: true }))
    hear({ type: 'read', data: { chatId: CHAT, userId: asha.id, rev: 2 } })
    hear({ type: 'read', data: { chatId: CHAT, userId: 'b'.repeat(24), rev: 2 } })
    await shown(log.getByText('just now · Seen'))
    expect(bodies.map(({ text }) => text.trim())).toEqual(['Is it free?\nSince when?'])
    expect(lines()).toEqual(['ravi: message 1', 'You:   Is it free?\nSince when? '])
  })

  it('appears once, whether the response or the socket event comes first', async () => {
    const { bodies, answer } = takeMessages(1)
    const { network, hear } = await openThread(thread(), { network: { [SEND]: answer } })
    await write('one')
    await until(() => lines()).toEqual(['ravi: message 1', 'You: one'])
    await shown(log.getByText('just now · Sent', { exact: true }))
    hear({ type: 'ownMessage', data: mine({ ...bodies[0], rev: 2 }) })
    const release = network.hold(SEND)
    await write('two')
    await shown(log.getByText('just now · Sending…'))
    network.answer(SEND, takeMessages(3).answer)
    hear({ type: 'ownMessage', data: mine({ text: 'from another tab', rev: 3 }) })
    await until(() => lines()).toEqual(['ravi: message 1', 'You: one', 'You: from another tab', 'You: two'])
    release()
    await gone(log.getByText('just now · Sending…'))
    expect(lines()).toHaveLength(4)
  })

  it('counts as sent once the socket delivers it, even if the response is lost', async () => {
    const { network, hear } = await openThread(thread(), { network: { [SEND]: unreachable } })
    const release = network.hold(SEND)
    await write('one')
    await shown(log.getByText('just now · Sending…'))
    const [{ clientId }] = stored().unsent
    hear({ type: 'ownMessage', data: mine({ text: 'one', clientId, rev: 2 }) })
    await gone(log.getByText('just now · Sending…'))
    release()
    await until(() => network.asked.filter((call) => call === SEND)).toHaveLength(1)
    expect(lines()).toEqual(['ravi: message 1', 'You: one'])
    await gone(log.getByText('Not sent'))
  })

  it('appears once if the page was left while it was in flight', async () => {
    const unsent = [{ clientId: 'c9', text: 'Hello', status: 'sending', createdAt: '2026-01-02T03:04:05.000Z' }]
    const chats = { [CHAT]: { draft: '', unsent } }
    localStorage.setItem(KEY, JSON.stringify(chats))
    const arrived = mine({ clientId: 'c9', text: 'Hello', rev: 1 })
    await openThread(thread({ messages: [arrived] }))
    await until(stored).toBeUndefined()
    expect(lines()).toEqual(['You: Hello'])
  })

  it('is removed from storage when sent after the chat was closed', async () => {
    const { context } = openTestContext(SIGNED_IN)
    const [store, { bodies, answer }] = [makeStore(context), takeMessages(1)]
    const network = openNetwork({ [SEND]: answer, '/chats': [] }, expect.unreachable)
    onTestFinished(network.close)
    const release = network.hold(SEND)
    writePerson(localStorage, { id: asha.id, since: Date.now() })
    const close = connect(store, context)
    store.dispatch(sendMessage(CHAT, 'one'))
    store.dispatch(sendMessage(CHAT, 'two'))
    expect(stored().unsent).toHaveLength(2)
    close()
    release()
    await until(stored).toBeUndefined()
    expect(bodies.map(({ text }) => text)).toEqual(['one', 'two'])
  })

  it('is sent while the chat list is still loading', async () => {
    const { bodies, answer } = takeMessages(1)
    const { network, hear } = await openThread(thread(), { network: { [SEND]: answer, [`/messages/${CHAT}`]: [] } })
    network.hold('/chats')
    hear({ type: 'connected', data: null })
    await write('one')
    await write('two')
    await until(() => bodies.map(({ text }) => text)).toEqual(['one', 'two'])
    hear({ type: 'getMessage', data: message({ rev: 4, text: 'I see', createdAt: new Date().toISOString() }) })
    await until(lines).toContain('ravi: I see')
  })

  it('becomes "seen" from the chat list after a reconnect', async () => {
    const sent = thread({ messages: [mine()] })
    const { network, hear } = await openThread(sent, { network: { [`/messages/${CHAT}`]: [] } })
    await shown(log.getByText(/· Sent$/))
    network.answer('/chats', [chat({ readRev: 1 })])
    hear({ type: 'connected', data: null })
    await shown(log.getByText(/· Seen$/))
  })

  it('is sent after the messages before it', async () => {
    const { bodies, answer } = takeMessages(1)
    const { network } = await openThread(thread(), { network: { [SEND]: answer } })
    const release = network.hold(SEND)
    await write('one')
    await write('two')
    await until(() => lines().slice(1)).toEqual(['You: one', 'You: two'])
    expect(network.asked.filter((call) => call === SEND)).toHaveLength(1)
    release()
    await until(() => bodies.map(({ text }) => text)).toEqual(['one', 'two'])
  })

  it('is sent after one that waits for a connection, which other pages know of until then', async () => {
    const { network } = await openThread(thread(), { network: { [SEND]: unreachable } })
    await write('one')
    await shown(log.getByText('Waiting for connection'))
    expect(hasUnsent(asha.id)).toBe(true)
    const { bodies, answer } = takeMessages(1)
    network.answer(SEND, answer)
    await write('two')
    await until(() => bodies.map(({ text }) => text)).toEqual(['one', 'two'])
    await until(() => hasUnsent(asha.id)).toBe(false)
  })

  it('shows why it failed, keeps its text and is retried with the same clientId', async () => {
    const why = 'Something went wrong.'
    const { network } = await openThread(thread(), { network: { [SEND]: refusal(500, 'INTERNAL', why) } })
    await write('Hello')
    await shown(log.getByText('Not sent'))
    await shown(log.getByRole('alert').getByText(why))
    const [{ clientId }] = stored().unsent
    const { bodies, answer } = takeMessages(1)
    network.answer(SEND, answer)
    await click(log.getByRole('button', { name: 'Retry' }))
    await gone(log.getByText('Not sent'))
    await until(() => hasFocus(log)).toBe(true)
    await until(stored).toBeUndefined()
    expect(bodies).toEqual([{ text: 'Hello', clientId }])
  })

  it('is retried automatically after a reconnect, unless it was refused', async () => {
    const no = 'You cannot send messages to this person.'
    const { network, hear } = await openThread(thread(), { network: { [SEND]: refusal(403, 'FORBIDDEN', no) } })
    await write('refused')
    await shown(log.getByRole('alert').getByText(no))
    network.answer(SEND, refusal(503, 'UNAVAILABLE', 'Away for a moment.'))
    await write('later')
    await shown(log.getByText('Waiting for connection'))
    const { bodies, answer } = takeMessages(1)
    network.answer(SEND, answer)
    network.answer(`/messages/${CHAT}`, [])
    hear({ type: 'connected', data: null })
    await until(() => bodies.map(({ text }) => text)).toEqual(['later'])
    await click(log.getByRole('button', { name: 'Delete' }))
    await until(() => lines()).toEqual(['ravi: message 1', 'You: later'])
  })

  it('waits for a connection without an error, and can be deleted meanwhile', async () => {
    await openThread(thread(), { network: { [SEND]: unreachable } })
    const failed = log.getByText('Not sent')
    await write('one')
    await write('two')
    await until(() => texts(log.getByText('Waiting for connection'))).toHaveLength(2)
    expect([failed, log.getByRole('alert'), log.getByRole('button', { name: 'Retry' })].flatMap(texts)).toEqual([])
    await click(log.getByRole('button', { name: 'Delete' }).first())
    await until(lines).toEqual(['ravi: message 1', 'You: two'])
  })

  it('is retried automatically while only requests fail', async () => {
    const { network } = await openThread(thread(), { network: { [SEND]: unreachable } })
    await write('Hello')
    await shown(log.getByText('Waiting for connection'))
    network.answer(SEND, takeMessages(1).answer)
    await shown(log.getByText('just now · Sent', { exact: true }))
  })

  it('is retried automatically when the network is back', async () => {
    const { network } = await openThread(thread(), { network: { [SEND]: unreachable } })
    await write('Hello')
    await shown(log.getByText('Waiting for connection'))
    network.answer(SEND, takeMessages(1).answer)
    window.dispatchEvent(new Event('online'))
    await shown(log.getByText('just now · Sent', { exact: true }))
  })

  it('is left to the user once it may be outdated, also if its page stayed open', async () => {
    const { network } = await openThread(thread(), { network: { [SEND]: unreachable } })
    await write('I am on my way')
    await shown(log.getByText('Waiting for connection'))
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 24 * 3_600_000)
    onTestFinished(() => void vi.restoreAllMocks())
    const { bodies, answer } = takeMessages(1)
    network.answer(SEND, answer)
    window.dispatchEvent(new Event('online'))
    await write('Are you there?')
    await until(() => bodies.map(({ text }) => text)).toEqual(['Are you there?'])
  })

  it('is sent by itself after a reload, unless it was refused or may be outdated', async () => {
    const createdAt = new Date().toISOString()
    const error = (status: number) => ({ status, code: 'OTHER', message: 'No.' })
    const unsent = [
      { text: 'refused', status: 'failed', error: error(403) },
      { text: 'lost', status: 'failed' },
      { text: 'old', status: 'failed', error: error(0), createdAt: '2026-01-02T03:04:05.000Z' },
      { text: 'without a connection', status: 'failed', error: error(0) },
      { text: 'without the service', status: 'failed', error: error(503) },
      { text: 'on its way', status: 'sending' },
      { text: 'behind it', status: 'waiting' },
    ].map((message, at) => ({ createdAt, clientId: `c${at}`, ...message }))
    localStorage.setItem(KEY, JSON.stringify({ [CHAT]: { draft: '', unsent } }))
    const { bodies, answer } = takeMessages(1)
    const { hear } = await openThread(thread(), { network: { [SEND]: answer, [`/messages/${CHAT}`]: [] } })
    await until(() => texts(log.getByText('Not sent'))).toHaveLength(3)
    hear({ type: 'connected', data: null })
    await until(() => bodies).toEqual(unsent.slice(3).map(({ text, clientId }) => ({ text, clientId })))
    await until(() => stored().unsent).toMatchObject([{ text: 'refused' }, { text: 'lost' }, { text: 'old' }])
  })
})

describe('two tabs', () => {
  /** As somebody whose messages do not arrive. */
  function signInAway() {
    const network = openNetwork({ [SEND]: unreachable }, expect.unreachable)
    onTestFinished(() => {
      network.close()
      localStorage.clear()
    })
    writePerson(localStorage, { id: asha.id, since: Date.now() })
    return network
  }

  function openTab() {
    const { context } = openTestContext(SIGNED_IN)
    const store = makeStore(context)
    let disconnect = connect(store, context)
    onTestFinished(() => disconnect())
    /** To a page without chats; returns what comes back. */
    const leave = () => {
      disconnect()
      return () => {
        disconnect = connect(store, context)
      }
    }
    return { ...store, leave }
  }

  it('leave the unsent message and the draft of each other stored', async () => {
    signInAway()
    const [first, second] = [openTab(), openTab()]
    first.dispatch(sendMessage(CHAT, 'Is it free?'))
    const failed = { text: 'Is it free?', status: 'failed' }
    await until(stored).toMatchObject({ unsent: [failed] })
    second.dispatch(drafted({ chatId: CHAT, text: 'Hel' }))
    expect(stored()).toMatchObject({ draft: 'Hel', unsent: [failed] })
    const [{ clientId }] = stored().unsent
    first.dispatch(dropped({ chatId: CHAT, clientId }))
    expect(stored()).toEqual({ draft: 'Hel', unsent: [] })
  })

  it.each([false, true])(
    'do not send what was deleted in the other one, also from a page without chats: %s',
    async (isAway) => {
      const network = signInAway()
      const first = openTab()
      first.dispatch(sendMessage(CHAT, 'deleted'))
      await until(stored).toMatchObject({ unsent: [{ status: 'failed' }] })
      const second = openTab()
      const come = isAway ? second.leave() : () => undefined
      const oldValue = localStorage.getItem(KEY)
      first.dispatch(dropped({ chatId: CHAT, clientId: stored().unsent[0].clientId }))
      // Browsers tell other tabs only.
      window.dispatchEvent(new StorageEvent('storage', { key: KEY, oldValue, newValue: localStorage.getItem(KEY) }))
      const { bodies, answer } = takeMessages(1)
      network.answer(SEND, answer)
      come()
      second.dispatch(retryAll())
      second.dispatch(sendMessage(CHAT, 'another'))
      await until(() => bodies.map(({ text }) => text)).toEqual(['another'])
    },
  )
})

describe('the field', () => {
  it('sends with Enter, breaks the line with Shift+Enter, and does not send empty text', async () => {
    const { bodies, answer } = takeMessages(1)
    await openThread(thread(), { network: { [SEND]: answer } })
    await fill(field, '  ')
    expect((send.element() as HTMLButtonElement).disabled).toBe(true)
    await press('Enter')
    await fill(field, 'one')
    await press('Shift+Enter')
    await until(() => entered(field)).toBe('one\n')
    await press('Enter')
    await until(() => bodies.map(({ text }) => text)).toEqual(['one\n'])
  })

  it('ignores Enter during IME composition, also in Safari, which only reports key code 229', async () => {
    await openThread()
    await fill(field, 'नमस')
    const ending = [{ isComposing: true }, { keyCode: 229 }].map(
      (init) => new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }),
    )
    for (const event of ending) field.element().dispatchEvent(event)
    expect(ending.map(({ defaultPrevented }) => defaultPrevented)).toEqual([false, false])
    expect(lines()).toEqual(['ravi: message 1'])
  })

  it('shows a counter near the limit, and refuses longer text', async () => {
    const { network } = await openThread()
    await fill(field, 'x'.repeat(MAX_MESSAGE_TEXT - 500))
    await shown(page.getByText('500 characters left'))
    expect(field.element().getAttribute('aria-invalid')).toBe('false')
    await fill(field, 'x'.repeat(2 * MAX_MESSAGE_TEXT + 1))
    await shown(page.getByText('Send it in 3 messages.'))
    await fill(field, 'x'.repeat(MAX_MESSAGE_TEXT + 3))
    await shown(page.getByText('3 characters too many. Send it in 2 messages.'))
    expect(field.element().getAttribute('aria-invalid')).toBe('true')
    await click(send)
    expect(entered(field)).toHaveLength(MAX_MESSAGE_TEXT + 3)
    expect(network.asked).not.toContain(SEND)
  })

  it('sends a throttled typing event', async () => {
    const { sent } = await openThread()
    await fill(field, 'a')
    await fill(field, 'ab')
    expect(sent.filter(({ type }) => type === 'typing')).toEqual([{ type: 'typing', data: { chatId: CHAT } }])
  })

  it('restores its draft on the next visit, but not for another user', async () => {
    const unsent = [{ clientId: 'x1', text: 'cut off', createdAt: '2026-01-02T03:04:05.000Z', status: 'sending' }]
    const chats = { [CHAT]: { draft: 'half a tho', unsent } }
    localStorage.setItem(KEY, JSON.stringify(chats))
    const { become, context } = await openThread()
    await until(() => entered(field)).toBe('half a tho')
    await shown(log.getByText('Not sent'))
    await fill(field, 'half a thought')
    expect(stored().draft).toBe('half a thought')
    context.changes.announce({ type: 'user.left', id: asha.id })
    become({ status: 'visitor' })
    await gone(field)
    expect(localStorage.getItem(KEY)).toBe(null)
    become(SIGNED_IN)
    await until(() => entered(field)).toBe('')
  })

  it('keeps its draft and a refused message when the session expires', async () => {
    const refused = refusal(401, 'NOT_AUTHENTICATED', 'Sign in.')
    const { become, expire, asked } = await openThread(thread(), { network: { [SEND]: refused } })
    await write('A long message')
    await until(() => asked).toContain('sign in')
    await fill(field, 'and mo')
    expire()
    await gone(field)
    become(SIGNED_IN)
    await until(() => entered(field)).toBe('and mo')
    await shown(log.getByText('Not sent'))
    expect(lines()).toContain('You: A long message')
  })

  it('writes Urdu from right to left', async () => {
    await openThread()
    await fill(field, 'کیا یہ گھر خالی ہے؟')
    expect(field.element().matches(':dir(rtl)')).toBe(true)
    await fill(field, 'Is it free?')
    expect(field.element().matches(':dir(ltr)')).toBe(true)
  })

  it("hides another user's draft", async () => {
    const chats = { [CHAT]: { draft: 'secret', unsent: [] } }
    const theirs = personalKey('chat-writing', 'f'.repeat(24))
    localStorage.setItem(theirs, JSON.stringify(chats))
    await openThread()
    await shown(field)
    expect([entered(field), localStorage.getItem(theirs)]).toEqual(['', null])
  })
})
