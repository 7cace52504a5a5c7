import { post } from '@aangan/contracts/testing/posts'
import { click, gone, hasFocus, press, shown, texts, until } from '@aangan/web-kit/testing/hands'
import { refusal, unreachable } from '@aangan/web-kit/testing/network'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CHAT, chat, message, messages, mine, ravi, thread } from '../testing/chats.ts'
import { field, lines, log, openThread, READ } from '../testing/screens.ts'

const PAGE = `/messages/${CHAT}`
const heardAloud = page.getByRole('log', { name: 'New messages' })
const newest = page.getByRole('button', { name: 'New messages' })
const head = page.getByRole('region', { name: 'Chat with ravi' })
const long = thread({ messages: messages(101, 160), ownReadRev: 160 })
const scroller = () => log.element()
const isAtEnd = () => Math.abs(scroller().scrollTop) < 2

describe('a thread', () => {
  it('says that it loads, and that it failed', async () => {
    const { network } = await openThread(thread(), { network: { [`/chats/${CHAT}`]: unreachable } })
    await shown(page.getByRole('alert').getByText('Error loading this chat!'))
    network.answer(`/chats/${CHAT}`, thread())
    await click(page.getByRole('button', { name: 'Try again' }))
    await until(lines).toEqual(['ravi: message 1'])
  })

  it('stands on the side of who wrote it, under its day, each with its time', async () => {
    const today = new Date().toISOString()
    await openThread(
      thread({ messages: [message(), mine({ rev: 2 }), message({ rev: 3, createdAt: today })], ownReadRev: 3 }),
    )
    await until(lines).toEqual(['ravi: message 1', 'You: message 2', 'ravi: message 3'])
    const days = texts(log.getByRole('listitem')).filter((text) => !/message/.test(text))
    expect(days).toEqual(['January 2, 2026', 'Today'])
    const [theirs, own] = ['message 1', 'message 2'].map((text) =>
      log.getByText(text).element().getBoundingClientRect(),
    )
    expect(theirs?.left).toBeLessThan(own?.left ?? 0)
    const times = [...log.element().querySelectorAll('time')]
    expect(times.map((time) => [time.textContent, time.title])).toEqual([
      ['8:34 AM', 'January 2, 2026, 8:34 AM'],
      ['8:34 AM', 'January 2, 2026, 8:34 AM'],
      ['just now', times[2]?.title],
    ])
  })

  it('keeps line breaks, and links to web addresses alone', async () => {
    await openThread(thread({ messages: [message({ text: 'See\nhttps://example.com/a and javascript:alert(1)' })] }))
    const link = await shown(log.getByRole('link'))
    expect([link.textContent, link.getAttribute('target')]).toEqual(['https://example.com/a', '_blank'])
    expect(link.getAttribute('rel')?.split(' ')).toEqual(expect.arrayContaining(['noopener', 'nofollow']))
    expect(link.parentElement?.innerText).toContain('See\nhttps')
  })

  it('names the listing that it is about, and says when that is gone', async () => {
    const about = post({ title: 'Flat with a garden' })
    const path = `/posts/${about.id}`
    const { network } = await openThread(thread({ postId: about.id }), { network: { [path]: about } })
    const link = await shown(page.getByRole('link', { name: /Flat with a garden/ }))
    expect(link.getAttribute('href')).toBe(`/${about.id}`)
    expect(network.asked).toContain(path)
  })

  it('says that its listing is gone', async () => {
    const { id } = post()
    await openThread(thread({ postId: id }), { network: { [`/posts/${id}`]: refusal(410, 'GONE', 'Removed') } })
    await shown(page.getByText('The home that you wrote about is no longer listed.'))
  })

  it('has a line above what is unread when it is opened', async () => {
    await openThread(thread({ messages: messages(1, 3), ownReadRev: 1, seenBy: [ravi.id] }))
    await shown(log.getByText('Unread messages'))
    expect(texts(log.getByRole('listitem')).map((text) => /message \d|Unread/.exec(text)?.[0])).toEqual([
      undefined,
      'message 1',
      'Unread',
      'message 2',
      'message 3',
    ])
  })

  it('opens at what is unread, and leads on to the latest', async () => {
    await openThread({ ...long, ownReadRev: 110, seenBy: [ravi.id] })
    const line = await shown(log.getByText('Unread messages'))
    const { top } = line.getBoundingClientRect()
    expect(Math.abs(top - scroller().getBoundingClientRect().top)).toBeLessThan(40)
    await click(page.getByRole('button', { name: 'Latest message' }))
    await until(isAtEnd).toBe(true)
  })

  it('says what to do where it is empty', async () => {
    await openThread(thread({ messages: [], lastMessage: null }))
    await shown(page.getByText('No messages yet. Say hello to ravi'))
  })
})

describe('what comes in', () => {
  it('is shown in order, read out once, and marked as read', async () => {
    const { hear, network, asked } = await openThread(thread({ messages: messages(1, 2), ownReadRev: 2 }))
    await until(() => hasFocus(field)).toBe(true)
    hear({ type: 'getMessage', data: message({ rev: 3, text: 'Third' }) })
    await until(lines).toEqual(['ravi: message 1', 'ravi: message 2', 'ravi: Third'])
    expect(heardAloud.element().textContent).toBe('ravi: Third')
    await until(() => network.asked).toContain(READ)
    await until(() => asked).toContain('refresh unread')
    hear({ type: 'getMessage', data: message({ rev: 3, text: 'Third' }) })
    hear({ type: 'ownMessage', data: mine({ rev: 4, text: 'Fourth' }) })
    await until(lines).toEqual(['ravi: message 1', 'ravi: message 2', 'ravi: Third', 'You: Fourth'])
    expect(heardAloud.element().textContent).toBe('ravi: Third')
    expect(network.asked.filter((call) => call === READ)).toHaveLength(1)
  })

  it('brings along what was missed in between', async () => {
    const { hear, network } = await openThread(thread({ messages: messages(1, 2) }), {
      network: { [`${PAGE}?after=2`]: messages(3, 5) },
    })
    await until(lines).toHaveLength(2)
    hear({ type: 'getMessage', data: message({ rev: 5 }) })
    await until(lines).toEqual([1, 2, 3, 4, 5].map((rev) => `ravi: message ${rev}`))
    expect(network.asked.filter((call) => call.startsWith(PAGE))).toEqual([`${PAGE}?after=2`])
  })

  it('is asked for on another socket, page by page', async () => {
    const { hear } = await openThread(thread({ messages: messages(1, 2) }), {
      network: { [`${PAGE}?after=2`]: messages(3, 202), [`${PAGE}?after=202`]: messages(203, 204) },
    })
    await until(lines).toHaveLength(2)
    hear({ type: 'connected', data: null })
    await until(() => lines().at(-1)).toBe('ravi: message 204')
    expect(lines()).toHaveLength(204)
  })

  it('is not lost while the chat is still being asked for', async () => {
    let resolve = (_chat: object) => {}
    const promise = new Promise<object>((done) => {
      resolve = done
    })
    const { hear, network } = await openThread(thread(), { network: { [`/chats/${CHAT}`]: () => promise } })
    await until(() => network.asked).toContain(`/chats/${CHAT}`)
    hear({ type: 'getMessage', data: message({ rev: 3 }) })
    resolve(thread({ messages: messages(1, 2) }))
    await shown(log)
    await until(lines).toEqual([1, 2, 3].map((rev) => `ravi: message ${rev}`))
  })

  it('moves nothing that is being read further up, and says that it is there', async () => {
    const { hear, network } = await openThread(long, { network: { [PAGE]: messages(41, 100) } })
    await until(isAtEnd).toBe(true)
    hear({ type: 'getMessage', data: message({ rev: 161, text: 'Followed' }) })
    await shown(log.getByText('Followed'))
    await until(isAtEnd).toBe(true)
    const reads = () => network.asked.filter((call) => call === READ).length
    await until(reads).toBe(1)
    scroller().scrollTop = -400
    await until(() => scroller().scrollTop).toBe(-400)
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

  it('says that the other person writes, until the message is there', async () => {
    const { hear } = await openThread()
    hear({ type: 'typing', data: { chatId: CHAT, userId: ravi.id } })
    await shown(head.getByText('Typing…'))
    hear({ type: 'getMessage', data: message({ rev: 2 }) })
    await gone(head.getByText('Typing…'))
  })
})

describe('older messages', () => {
  const before = `${PAGE}?before=101`

  it('are loaded on the way up, without moving what is read', async () => {
    const { network } = await openThread(long, { network: { [before]: messages(1, 100) } })
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

  it('that could not be loaded are asked for again', async () => {
    const { network } = await openThread(long, { network: { [before]: unreachable } })
    scroller().scrollTop = -scroller().scrollHeight
    await shown(log.getByText('Earlier messages could not be loaded.'))
    network.answer(before, messages(1, 100))
    await click(log.getByRole('button', { name: 'Try again' }))
    await until(lines).toHaveLength(160)
  })
})

describe('what can be done about somebody', () => {
  it('is to block them, and to take that back', async () => {
    const call = `PUT /chats/block/${CHAT}`
    const { network } = await openThread(thread(), { network: { [call]: chat({ isBlocked: true }) } })
    await click(page.getByRole('button', { name: 'Block ravi' }))
    const dialog = page.getByRole('dialog', { name: 'Block ravi?' })
    await click(dialog.getByRole('button', { name: 'Block' }))
    await shown(page.getByText('You have blocked ravi.'))
    await gone(dialog)
    await gone(field)
    network.answer(call, refusal(503, 'UNAVAILABLE', 'Away for a moment.'))
    await click(page.getByRole('button', { name: 'Unblock' }))
    await shown(page.getByText('Away for a moment.'))
    network.answer(call, chat())
    await click(page.getByRole('button', { name: 'Unblock' }))
    await shown(field)
  })

  it('is reached by one step of the Tab key, and then by arrows', async () => {
    await openThread(thread({ messages: [...messages(1, 3), mine({ rev: 4 })] }))
    const buttons = log.getByRole('button', { name: 'Report this message' })
    await until(() => hasFocus(field)).toBe(true)
    await press('Shift+Tab')
    expect(hasFocus(buttons.nth(2))).toBe(true)
    await press('ArrowUp')
    expect(hasFocus(buttons.nth(1))).toBe(true)
    await press('Shift+Tab')
    expect(hasFocus(buttons.nth(0))).toBe(false)
  })

  it('is to report one of their messages', async () => {
    const bodies: unknown[] = []
    const report = async (_url: URL, request: Request) => {
      bodies.push(await request.json())
      return { message: 'Thank you. We look at every report.' }
    }
    await openThread(thread({ messages: [message({ text: 'Pay first' }), mine({ rev: 2 })] }), {
      network: { [`POST /messages/${CHAT}/reports`]: report },
    })
    await click(log.getByRole('button', { name: 'Report this message' }))
    const dialog = page.getByRole('dialog', { name: 'Report this message' })
    await shown(dialog.getByText('Pay first'))
    await click(dialog.getByRole('button', { name: 'Send the report' }))
    await shown(dialog.getByText('Choose what is wrong.'))
    await click(dialog.getByRole('radio', { name: 'It looks like a fraud' }))
    await click(dialog.getByRole('button', { name: 'Send the report' }))
    await shown(page.getByRole('status').getByText('Thank you. We look at every report.'))
    expect(bodies).toEqual([{ rev: 1, reason: 'fraud' }])
    await gone(dialog)
  })
})
