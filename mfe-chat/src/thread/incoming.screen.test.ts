import { personalKey } from '@aangan/remote/personal-storage'
import { unreachable } from '@aangan/remote/testing/network'
import { click, gone, hasFocus, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { asha, CHAT, chat, LONG, message, messages, mine, ravi, thread } from '../testing/chats.ts'
import { field, isAtEnd, lines, log, openThread, READ, scroller } from '../testing/screens.ts'

type Screen = Awaited<ReturnType<typeof openThread>>

const PAGE = `/messages/${CHAT}`
const heardAloud = page.getByRole('log', { name: 'New messages' })
const newest = page.getByRole('button', { name: 'New messages' })
const head = page.getByRole('region', { name: 'Chat with ravi' })

describe('incoming messages', () => {
  it('are shown in order, announced once, and marked as read', async () => {
    const bodies: unknown[] = []
    const read = async (_url: URL, request: Request) => {
      bodies.push(await request.json())
      return chat()
    }
    const { hear, network, asked, reading } = await openThread(thread({ messages: messages(1, 2), ownReadRev: 2 }), {
      network: { [READ]: read },
    })
    await until(() => hasFocus(field)).toBe(true)
    hear({ type: 'getMessage', data: message({ rev: 3, text: 'Third' }) })
    await until(lines).toEqual(['ravi: message 1', 'ravi: message 2', 'ravi: Third'])
    expect(heardAloud.element().textContent).toBe('ravi: Third')
    await until(() => network.asked).toContain(READ)
    await until(() => asked).toContain(`read ${chat().id}`)
    expect(reading).toEqual([chat().id])
    hear({ type: 'getMessage', data: message({ rev: 3, text: 'Third' }) })
    hear({ type: 'ownMessage', data: mine({ rev: 4, text: 'Fourth' }) })
    await until(lines).toEqual(['ravi: message 1', 'ravi: message 2', 'ravi: Third', 'You: Fourth'])
    expect(heardAloud.element().textContent).toBe('ravi: Third')
    expect(bodies).toEqual([{ rev: 3 }])
  })

  it('trigger loading of missed messages', async () => {
    const { hear, network } = await openThread(thread({ messages: messages(1, 2) }), {
      network: { [`${PAGE}?after=2`]: messages(3, 5) },
    })
    await until(lines).toHaveLength(2)
    hear({ type: 'getMessage', data: message({ rev: 5 }) })
    await until(lines).toEqual([1, 2, 3, 4, 5].map((rev) => `ravi: message ${rev}`))
    expect(network.asked.filter((call) => call.startsWith(PAGE))).toEqual([`${PAGE}?after=2`])
  })

  it('are loaded page by page after a reconnect', async () => {
    const { hear } = await openThread(thread({ messages: messages(1, 2) }), {
      network: { [`${PAGE}?after=2`]: messages(3, 202), [`${PAGE}?after=202`]: messages(203, 204) },
    })
    await until(lines).toHaveLength(2)
    hear({ type: 'connected', data: null })
    await until(() => lines().at(-1)).toBe('ravi: message 204')
    expect(lines()).toHaveLength(204)
  })

  it('are retried until loading succeeds', async () => {
    const { hear, network } = await openThread(thread({ messages: messages(1, 2) }), {
      network: { [PAGE]: unreachable, '/chats': [chat({ lastMessage: 'message 2' })] },
    })
    await until(lines).toHaveLength(2)
    const failed = [`${PAGE}?after=2`, '/chats']
    network.answer('/chats', unreachable)
    hear({ type: 'connected', data: null })
    await until(() => network.asked.slice(-2).sort()).toEqual(failed.sort())
    network.answer('/chats', [chat({ lastMessage: 'message 3' })])
    network.answer(PAGE, messages(3, 3))
    await until(lines).toHaveLength(3)
    await shown(page.getByRole('list', { name: 'Chats' }).getByText('message 3'))
  })

  it('are not lost while the chat is loading', async () => {
    let resolve = (_chat: object) => {}
    const promise = new Promise<object>((done) => {
      resolve = done
    })
    const { hear, network } = await openThread(thread(), {
      network: { [`/chats/${CHAT}`]: () => promise, [`${PAGE}?after=2`]: messages(3, 4) },
    })
    await until(() => network.asked).toContain(`/chats/${CHAT}`)
    hear({ type: 'connected', data: null })
    hear({ type: 'getMessage', data: message({ rev: 3 }) })
    resolve(thread({ messages: messages(1, 2) }))
    await shown(log)
    await until(lines).toEqual([1, 2, 3, 4].map((rev) => `ravi: message ${rev}`))
  })

  it('have an "unread" line above them only if the window had no focus', async () => {
    const { hear } = await openThread(thread({ messages: messages(1, 2), ownReadRev: 2 }))
    await until(lines).toHaveLength(2)
    const line = log.getByText('Unread messages')
    hear({ type: 'getMessage', data: message({ rev: 3 }) })
    await until(lines).toHaveLength(3)
    expect(line.query()).toBe(null)
    const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    onTestFinished(() => void vi.restoreAllMocks())
    window.dispatchEvent(new Event('blur'))
    hear({ type: 'getMessage', data: message({ rev: 4 }) })
    hear({ type: 'getMessage', data: message({ rev: 5 }) })
    await until(lines).toHaveLength(5)
    const above = () => line.element().nextElementSibling?.textContent
    expect(above()).toContain('message 4')
    hasFocus.mockReturnValue(true)
    window.dispatchEvent(new Event('focus'))
    hear({ type: 'getMessage', data: message({ rev: 6 }) })
    await until(lines).toHaveLength(6)
    expect(above()).toContain('message 4')
  })

  it('do not move older messages being read, and are announced by a button', async () => {
    const { hear, network } = await openThread(LONG, { network: { [PAGE]: messages(41, 100) } })
    await until(isAtEnd).toBe(true)
    hear({ type: 'getMessage', data: message({ rev: 161, text: 'Followed' }) })
    await shown(log.getByText('Followed'))
    await until(isAtEnd).toBe(true)
    const reads = () => network.asked.filter((call) => call === READ).length
    await until(reads).toBe(1)
    scroller().scrollTop = -400
    await shown(page.getByRole('button', { name: 'Latest message' }))
    const line = log.getByText('message 150').element()
    const { top } = line.getBoundingClientRect()
    hear({ type: 'getMessage', data: message({ rev: 162, text: 'Below' }) })
    await shown(newest)
    expect(Math.abs(line.getBoundingClientRect().top - top)).toBeLessThan(2)
    expect(reads()).toBe(1)
    await click(newest)
    await until(isAtEnd).toBe(true)
    await gone(newest)
    await until(reads).toBe(2)
  })

  it.each([
    ['the socket reconnects', ({ hear }: Screen) => hear({ type: 'connected', data: null })],
    ['the network is back', () => window.dispatchEvent(new Event('online'))],
  ])('are marked as read again when %s, if that failed', async (_what, comeBack) => {
    const screen = await openThread(thread(), { network: { [READ]: unreachable, [PAGE]: [] } })
    screen.hear({ type: 'getMessage', data: message({ rev: 2 }) })
    const reads = () => screen.network.asked.filter((call) => call === READ).length
    await until(reads).toBe(1)
    screen.network.answer(READ, chat())
    await until(() => {
      comeBack(screen)
      return screen.asked
    }).toContain(`read ${CHAT}`)
    const needed = reads()
    comeBack(screen)
    expect(reads()).toBe(needed)
  })

  it('do not move messages being read above an unsent one', async () => {
    const unsent = [{ clientId: 'c9', text: 'Hello', status: 'failed', createdAt: '2026-01-02T03:04:05.000Z' }]
    localStorage.setItem(personalKey('chat-writing', asha.id), JSON.stringify({ [CHAT]: { draft: '', unsent } }))
    const { hear } = await openThread(LONG)
    await shown(log.getByText('Not sent'))
    scroller().scrollTop = -400
    await until(() => scroller().scrollTop).toBe(-400)
    const line = log.getByText('message 150').element()
    const { top } = line.getBoundingClientRect()
    hear({ type: 'getMessage', data: message({ rev: 161, text: 'Below' }) })
    await shown(log.getByText('Below'))
    expect(Math.abs(line.getBoundingClientRect().top - top)).toBeLessThan(2)
  })

  it('are preceded by a typing indicator', async () => {
    const { hear } = await openThread()
    hear({ type: 'typing', data: { chatId: CHAT, userId: ravi.id } })
    await shown(head.getByText('Typing…'))
    hear({ type: 'getMessage', data: message({ rev: 2 }) })
    await gone(head.getByText('Typing…'))
  })
})

describe('without a connection', () => {
  it('shows that it is offline instead of presence, until reconnected', async () => {
    const { hear } = await openThread(thread(), { network: { [PAGE]: [] } })
    const [online, away] = [
      head.getByText('Online'),
      head.getByRole('status').getByText('No connection. Trying again…'),
    ]
    hear({ type: 'presence', data: { userId: ravi.id, online: true } })
    await shown(online)
    hear({ type: 'disconnected', data: null })
    const from = performance.now()
    await shown(away)
    expect(performance.now() - from).toBeGreaterThan(1_900)
    await gone(online)
    hear({ type: 'connected', data: null })
    await gone(away)
    window.dispatchEvent(new Event('offline'))
    await shown(away)
    window.dispatchEvent(new Event('online'))
    await gone(away)
  })
})

describe('older messages', () => {
  const before = `${PAGE}?before=101`

  it('are loaded when scrolling up, without moving the content', async () => {
    const { network } = await openThread(LONG, { network: { [before]: messages(1, 100) } })
    await until(lines).toHaveLength(60)
    const release = network.hold(before)
    scroller().scrollTop = -scroller().scrollHeight
    await until(() => network.asked).toContain(before)
    const first = log.getByText('message 101').element()
    const { top } = first.getBoundingClientRect()
    release()
    await until(lines).toHaveLength(160)
    expect(Math.abs(first.getBoundingClientRect().top - top)).toBeLessThan(2)
    expect(log.getByRole('button', { name: 'Earlier messages' }).query()).toBe(null)
    expect(heardAloud.element().textContent).toBe('')
  })

  it('can be retried after a failure', async () => {
    const { network } = await openThread(LONG, { network: { [before]: unreachable } })
    scroller().scrollTop = -scroller().scrollHeight
    await shown(log.getByText('Earlier messages could not be loaded.'))
    network.answer(before, messages(1, 100))
    await click(log.getByRole('button', { name: 'Try again' }))
    await until(lines).toHaveLength(160)
  })
})
