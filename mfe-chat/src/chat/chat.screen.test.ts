import { nextAfterSignIn, signInReason } from '@aangan/contracts/sign-in'
import { post } from '@aangan/contracts/testing/posts'
import { type Answers, refusal, unreachable } from '@aangan/remote/testing/network'
import { click, go, gone, hasFocus, press, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { asha, CHAT, chat, message, ravi, SIGNED_IN, thread } from '../testing/chats.ts'
import { chatNetwork, field, log, PHONE, renderRemote } from '../testing/screens.ts'

const OTHER = 'd'.repeat(24)
const meera = { id: 'e'.repeat(24), username: 'meera', avatar: null }
const unread = chat({ id: OTHER, receiver: meera, seenBy: [meera.id], lastMessage: 'Still free?' })
const list = page.getByRole('list', { name: 'Chats' })
const names = () => texts(list.getByRole('link')).map((text) => /meera|ravi/.exec(text)?.[0])

function open(changes: Answers = {}, options: object = {}) {
  const network = chatNetwork(thread(), { '/chats': [chat(), unread], ...changes })
  return renderRemote('/chat', { session: SIGNED_IN, network, ...options })
}

describe('/chat', () => {
  it('asks a visitor to sign in, and makes no requests', async () => {
    const { network } = await open({}, { session: { status: 'visitor' } })
    await shown(page.getByRole('heading', { level: 1, name: 'Messages' }))
    await click(page.getByRole('link', { name: 'Sign in' }))
    expect(nextAfterSignIn(location.search)).toBe('/chat')
    expect(signInReason(history.state.usr)).toBe('Sign in to read your messages.')
    expect(network.asked).toEqual([])
  })

  it('shows a loading state and an error', async () => {
    const { network } = await open({ '/chats': unreachable })
    await shown(page.getByRole('alert').getByText('Error loading chats!'))
    const release = network.hold('/chats')
    network.answer('/chats', [chat()])
    await click(page.getByRole('button', { name: 'Try again' }))
    release()
    await until(names).toEqual(['ravi'])
  })

  it('says what to do if there are no chats, or none with a message', async () => {
    const screen = await open({ '/chats': [chat({ lastMessage: null })] })
    await shown(page.getByText('No messages yet'))
    expect(page.getByRole('link', { name: 'Search homes' }).element().getAttribute('href')).toBe('/list')
    screen.network.answer('/chats', [])
  })

  it('marks a chat as unread until it is opened', async () => {
    const { network, context } = await open({ [`/chats/${OTHER}`]: { ...unread, messages: [] } })
    context.unread.lower(-1)
    const line = list.getByRole('link', { name: /meera .*Still free\? Unread/ })
    await shown(line)
    expect(getComputedStyle(line.element()).backgroundColor).not.toBe('rgba(0, 0, 0, 0)')
    await click(line)
    await shown(page.getByRole('region', { name: 'Chat with meera' }))
    await click(list.getByRole('link', { name: /ravi/ }))
    await shown(field)
    await until(() => list.getByText('Unread').query()).toBe(null)
    await until(() => context.unread.count).toBe(0)
    expect(network.asked).toContain(`/chats/${OTHER}`)
  })

  it('moves the chat of a new message to the top', async () => {
    const { hear } = await open()
    await until(names).toEqual(['ravi', 'meera'])
    hear({ type: 'getMessage', data: message({ chatId: OTHER, userId: meera.id, rev: 9, text: 'Hello?' }) })
    await until(names).toEqual(['meera', 'ravi'])
    await shown(list.getByRole('link', { name: /meera .*Hello\? Unread/ }))
  })

  it('keeps the latest message despite a late response with an older one', async () => {
    const lastAt = '2026-01-03T03:04:05.000Z'
    const { hear } = await open({ '/chats': [chat({ lastMessage: 'message 5', lastAt }), unread] })
    await until(names).toEqual(['ravi', 'meera'])
    hear({ type: 'getMessage', data: message({ rev: 4, text: 'sent again' }) })
    hear({ type: 'getMessage', data: message({ chatId: OTHER, userId: meera.id, rev: 9, text: 'Hello?' }) })
    await until(names).toEqual(['meera', 'ravi'])
    await shown(list.getByRole('link', { name: /ravi .*message 5$/ }))
  })

  it('keeps a chat read despite a stale response', async () => {
    const { hear, network } = await open({
      [`/chats/${OTHER}`]: { ...unread, messages: [message({ chatId: OTHER, userId: meera.id })] },
      [`/messages/${OTHER}`]: [],
    })
    await click(list.getByRole('link', { name: /meera/ }))
    await shown(page.getByRole('region', { name: 'Chat with meera' }))
    await click(list.getByRole('link', { name: /ravi/ }))
    await shown(field)
    network.answer(`/messages/${CHAT}`, [])
    network.answer('/chats', [chat({ lastMessage: 'asked again' }), unread])
    const release = network.hold('/chats')
    hear({ type: 'connected', data: null })
    await until(() => network.asked.filter((call) => call === '/chats')).toHaveLength(2)
    hear({ type: 'read', data: { chatId: OTHER, userId: asha.id, rev: 1 } })
    release()
    await shown(list.getByText('asked again'))
    await gone(list.getByText('Unread'))
  })

  it("loads a new person's chat, and all chats after a reconnect", async () => {
    const { hear, network } = await open({ '/chats': [] })
    await shown(page.getByText('No messages yet'))
    network.answer('/chats', [chat()])
    hear({ type: 'getMessage', data: message() })
    await until(names).toEqual(['ravi'])
    network.answer('/chats', [unread, chat()])
    hear({ type: 'connected', data: null })
    await until(names).toEqual(['meera', 'ravi'])
  })

  it('shows who is online, in the list and in the thread', async () => {
    const screen = await open()
    await until(() => screen.sent).toEqual([{ type: 'watch', data: { chatIds: [CHAT, OTHER] } }])
    screen.answers.watch = { online: [meera.id] }
    screen.hear({ type: 'connected', data: null })
    await shown(list.getByRole('link', { name: /meera Online/ }))
    screen.hear({ type: 'presence', data: { userId: meera.id, online: false } })
    await gone(list.getByRole('link', { name: /meera Online/ }))
    await click(list.getByRole('link', { name: /ravi/ }))
    screen.hear({ type: 'presence', data: { userId: ravi.id, online: true } })
    await shown(page.getByRole('region', { name: 'Chat with ravi' }).getByText('Online'))
  })

  it('requests presence again after the first message of a person, who can be watched from then on', async () => {
    const screen = await open()
    const watch = { type: 'watch', data: { chatIds: [CHAT, OTHER] } }
    await until(() => screen.sent).toEqual([watch])
    screen.hear({ type: 'getMessage', data: message() })
    await until(() => screen.sent).toEqual([watch, watch])
  })

  it('retries the presence request when it fails', async () => {
    const screen = await open()
    await until(names).toEqual(['ravi', 'meera'])
    let isAway = true
    const watch = () => {
      if (!isAway) return { online: [meera.id] }
      isAway = false
      throw new Error('The socket is disconnected.')
    }
    Object.defineProperty(screen.answers, 'watch', { get: watch })
    screen.hear({ type: 'connected', data: null })
    await shown(list.getByRole('link', { name: /meera Online/ }))
  })

  it('returns from a chat on a phone to the previous position', async () => {
    await open({}, { viewport: PHONE })
    await click(list.getByRole('link', { name: /ravi/ }))
    await shown(field)
    await gone(list)
    await go(-1)
    await gone(field)
    await until(() => hasFocus(list.getByRole('link', { name: /ravi/ }))).toBe(true)
    await press('Enter')
    await click(page.getByRole('link', { name: 'All messages' }))
    await shown(list)
  })

  it('leaves the focus on another chat that is pressed as soon as the list is back', async () => {
    const { hear } = await open({}, { viewport: PHONE })
    await click(list.getByRole('link', { name: /ravi/ }))
    await shown(field)
    const other = list.getByRole('link', { name: /meera/ })
    const returned = new MutationObserver(() => !field.query() && (other.element() as HTMLElement).focus())
    returned.observe(document.body, { childList: true, subtree: true })
    onTestFinished(() => returned.disconnect())
    await click(page.getByRole('link', { name: 'All messages' }))
    await gone(field)
    returned.disconnect()
    hear({ type: 'getMessage', data: message({ rev: 2, text: 'A later one' }) })
    await shown(list.getByText('A later one'))
    expect(hasFocus(other)).toBe(true)
  })

  it('leaves room to write in a window of small height', async () => {
    const screen = await renderRemote(`/chat?with=${CHAT}`, {
      session: SIGNED_IN,
      network: chatNetwork(thread({ postId: '1'.repeat(24) }), { [`/posts/${'1'.repeat(24)}`]: post() }),
      viewport: { width: 390, height: 400 },
    })
    await until(() => screen.network.asked).toContain(`/posts/${'1'.repeat(24)}`)
    const { bottom } = (await shown(page.getByRole('button', { name: 'Send' }))).getBoundingClientRect()
    expect(bottom).toBeLessThanOrEqual(400)
    expect(log.element().clientHeight).toBeGreaterThan(120)
  })

  it('ends above the bar at the bottom of a phone', async () => {
    const root = document.documentElement
    onTestFinished(() => void root.style.removeProperty('--tabs-height'))
    root.style.setProperty('--tabs-height', '56px')
    await open({}, { viewport: PHONE })
    await click(list.getByRole('link', { name: /ravi/ }))
    const { height } = (await shown(page.getByRole('region', { name: 'Chat with ravi' }))).getBoundingClientRect()
    const rest = Number.parseFloat(getComputedStyle(root).scrollPaddingTop) - 16 + 56
    expect(height).toBe(PHONE.height - rest)
  })

  it('shows an error for an unknown chat', async () => {
    const screen = await renderRemote(`/chat?with=${OTHER}`, {
      session: SIGNED_IN,
      network: { '/chats': [], [`/chats/${OTHER}`]: refusal(404, 'NOT_FOUND', 'Chat not found.') },
    })
    await shown(page.getByText('This chat could not be found'))
    const missing = page.getByRole('region', { name: 'Chat', exact: true })
    expect(missing.element().querySelector('header')?.textContent).toBe('')
    expect(missing.element().querySelector('header > span')).toBe(null)
    await click(missing.getByRole('link', { name: 'All messages' }).last())
    await gone(missing)
    expect(screen.network.asked).toContain(`/chats/${OTHER}`)
  })

  it.each(['../users/session', `${CHAT}?x=1`, ''])('makes no request for the invalid chat id %j', async (id) => {
    const { network } = await renderRemote(`/chat?${new URLSearchParams({ with: id })}`, {
      session: SIGNED_IN,
      network: { '/chats': [] },
    })
    await shown(page.getByText('This chat could not be found'))
    await until(() => network.asked).toEqual(['/chats'])
  })

  it('hides the data of the previous user', async () => {
    const { become, network } = await open()
    await until(names).toEqual(['ravi', 'meera'])
    network.answer('/chats', [])
    become({ status: 'user', user: { ...asha, id: 'f'.repeat(24), username: 'tara' } })
    await shown(page.getByText('No messages yet'))
    become({ status: 'visitor' })
    await shown(page.getByText('You are signed out'))
  })
})
