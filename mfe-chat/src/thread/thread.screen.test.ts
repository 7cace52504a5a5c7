import { post } from '@aangan/contracts/testing/posts'
import { expectWidths, UPLOADED } from '@aangan/product/testing/picture-widths'
import { personalKey } from '@aangan/remote/personal-storage'
import { refusal, unreachable } from '@aangan/remote/testing/network'
import { click, fill, gone, hasFocus, press, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { asha, CHAT, chat, LONG, message, messages, mine, ravi, thread } from '../testing/chats.ts'
import { field, isAtEnd, lines, log, openThread, SEND, scroller } from '../testing/screens.ts'

describe('a thread', () => {
  it('shows a loading state and an error', async () => {
    const { network } = await openThread(thread(), { network: { [`/chats/${CHAT}`]: unreachable } })
    await shown(page.getByRole('alert').getByText('Error loading this chat!'))
    network.answer(`/chats/${CHAT}`, thread())
    await click(page.getByRole('button', { name: 'Try again' }))
    await until(lines).toEqual(['ravi: message 1'])
  })

  it('with somebody who has deleted their account can only be read', async () => {
    const receiver = { id: ravi.id, username: 'Deleted user', avatar: null }
    const gonePerson = { receiver, isReceiverDeleted: true }
    const network = { '/chats': [chat(gonePerson)] }
    const { sent } = await openThread(thread(gonePerson), { network })
    await shown(page.getByRole('heading', { name: 'Deleted user' }))
    await until(lines).toEqual(['Deleted user: message 1'])
    await shown(
      page.getByText('This person has deleted their account. You can still read your messages, but not write.'),
    )
    await gone(field)
    await gone(page.getByRole('button', { name: /^Block/ }))
    expect(sent.filter(({ type, data }) => type === 'watch' && JSON.stringify(data).includes(CHAT))).toEqual([])
  })

  it('closes in front of the reader when the other person deletes their account', async () => {
    const refused = refusal(500, 'INTERNAL', 'Something went wrong.')
    const { hear } = await openThread(thread(), { network: { [SEND]: refused } })
    hear({ type: 'presence', data: { userId: ravi.id, online: true } })
    hear({ type: 'typing', data: { chatId: CHAT, userId: ravi.id } })
    await fill(field, 'Hello')
    await press('Enter')
    const retry = page.getByRole('button', { name: 'Retry' })
    await shown(retry)
    await fill(field, 'half a tho')
    hear({ type: 'left', data: { chatId: CHAT, userId: ravi.id } })
    const theirs = page.getByRole('region', { name: 'Chat with Deleted user' })
    await shown(theirs.getByRole('heading', { name: 'Deleted user' }))
    await shown(theirs.getByRole('status').getByText('This person has deleted their account'))
    await gone(field)
    expect(hasFocus(theirs)).toBe(true)
    expect([retry, page.getByText(/Online|Typing/), page.getByText('Draft:')].flatMap(texts)).toEqual([])
    await shown(page.getByRole('link', { name: /Deleted user/ }))
    await shown(page.getByRole('button', { name: 'Delete', exact: true }))
  })

  it('learns after a reconnect that the other person has deleted their account meanwhile', async () => {
    const { hear, network, answers } = await openThread(thread(), { network: { [`/messages/${CHAT}`]: [] } })
    await shown(field)
    answers.watch = { online: [ravi.id] }
    hear({ type: 'connected', data: null })
    const online = page.getByRole('region', { name: /^Chat with/ }).getByText('Online')
    await shown(online)
    const receiver = { id: ravi.id, username: 'Deleted user', avatar: null }
    network.answer('/chats', [chat({ receiver, isReceiverDeleted: true })])
    hear({ type: 'connected', data: null })
    await gone(field)
    await shown(page.getByRole('heading', { name: 'Deleted user' }))
    await gone(online)
  })

  it('aligns messages by sender, grouped by day, each with its time', async () => {
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
    // Of the machine that runs this.
    const zone = new Date().getTimezoneOffset() === -330 ? '' : ' India time'
    expect(times.map((time) => [time.textContent, time.title])).toEqual([
      [`8:34 AM${zone}`, `January 2, 2026, 8:34 AM${zone}`],
      [`8:34 AM${zone}`, `January 2, 2026, 8:34 AM${zone}`],
      ['just now', times[2]?.title],
    ])
  })

  it('has a heading wherever the day changes, even if an unsent message is older than the last one', async () => {
    const HOUR_MS = 3_600_000
    const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
    const unsent = [{ clientId: 'c9', text: 'unsent', status: 'failed', createdAt: ago(24) }]
    const chats = { [CHAT]: { draft: '', unsent } }
    localStorage.setItem(personalKey('chat-writing', asha.id), JSON.stringify(chats))
    const loaded = [message({ rev: 5, createdAt: ago(24) }), message({ rev: 6, createdAt: ago(0) })]
    const { hear } = await openThread(thread({ messages: loaded, ownReadRev: 6 }), {
      network: { [`/messages/${CHAT}`]: messages(1, 4) },
    })
    const rows = () =>
      texts(log.getByRole('listitem')).map((text) => /message \d|unsent|Yesterday|Today/.exec(text)?.[0] ?? text)
    const earlier = ['January 2, 2026', ...messages(1, 4).map(({ text }) => text)]
    await until(rows).toEqual([...earlier, 'Yesterday', 'message 5', 'Today', 'message 6', 'Yesterday', 'unsent'])
    hear({ type: 'getMessage', data: message({ rev: 7, createdAt: ago(0) }) })
    const newest = ['Yesterday', 'message 5', 'Today', 'message 6', 'message 7', 'Yesterday', 'unsent']
    await until(rows).toEqual([...earlier, ...newest])
  })

  it('keeps line breaks, and links web URLs only', async () => {
    await openThread(thread({ messages: [message({ text: 'See\nhttps://example.com/a and javascript:alert(1)' })] }))
    const link = await shown(log.getByRole('link'))
    expect([link.textContent, link.getAttribute('target')]).toEqual(['https://example.com/a', '_blank'])
    expect(link.getAttribute('rel')?.split(' ')).toEqual(expect.arrayContaining(['noopener', 'nofollow']))
    expect(link.parentElement?.innerText).toContain('See\nhttps')
  })

  it('names its listing, and shows when that is removed', async () => {
    const about = post({ title: 'Flat with a garden' })
    const path = `/posts/${about.id}`
    const { network } = await openThread(thread({ postId: about.id }), { network: { [path]: about } })
    const link = await shown(page.getByRole('link', { name: /Flat with a garden/ }))
    expect(link.getAttribute('href')).toBe(`/${about.id}`)
    expect(network.asked).toContain(path)
  })

  it('loads the picture of its listing as wide as it is shown', async () => {
    const about = post({ images: [UPLOADED], img: UPLOADED })
    await openThread(thread({ postId: about.id }), { network: { [`/posts/${about.id}`]: about } })
    await expectWidths(1)
  })

  it('shows a change of its listing, and its removal', async () => {
    const about = post({ title: 'Old title' })
    const path = `/posts/${about.id}`
    const { network, context } = await openThread(thread({ postId: about.id }), { network: { [path]: about } })
    await shown(page.getByRole('link', { name: /Old title/ }))
    network.answer(path, { ...about, title: 'New title' })
    context.changes.announce({ type: 'post.changed', id: about.id })
    await shown(page.getByRole('link', { name: /New title/ }))
    network.answer(path, refusal(410, 'GONE', 'Removed'))
    context.changes.announce({ type: 'post.removed', id: about.id })
    await shown(page.getByText('This home is no longer listed.'))
  })

  it('shows that its listing was removed', async () => {
    const { id } = post()
    await openThread(thread({ postId: id }), { network: { [`/posts/${id}`]: refusal(410, 'GONE', 'Removed') } })
    await shown(page.getByText('This home is no longer listed.'))
  })

  it('shows which listing the messages are about when that changes', async () => {
    const home = (digit: string) => post({ id: digit.repeat(24), title: `Home ${digit}` })
    const [flat, house, gone] = [home('1'), home('2'), home('3')] as const
    const stream = [flat, flat, house, flat, gone].map(({ id }, at) => message({ rev: at + 1, postId: id }))
    const { network, hear } = await openThread(thread({ postId: flat.id, messages: stream.slice(0, 2) }), {
      network: {
        [`/posts/${flat.id}`]: flat,
        [`/posts/${house.id}`]: house,
        [`/posts/${gone.id}`]: refusal(410, 'GONE', 'Removed'),
      },
    })
    const subjects = () =>
      texts(log.getByRole('listitem')).flatMap((text) => /message \d|About.*/.exec(text)?.[0] ?? [])
    await shown(page.getByRole('link', { name: /Home 1/ }))
    expect(subjects()).toEqual(['message 1', 'message 2'])
    for (const data of stream.slice(2)) hear({ type: 'getMessage', data })
    await until(subjects).toEqual([
      'About: Home 1',
      'message 1',
      'message 2',
      'About: Home 2',
      'message 3',
      'About: Home 1',
      'message 4',
      'About a home that is no longer listed',
      'message 5',
    ])
    const link = await shown(log.getByRole('link', { name: 'About: Home 2' }))
    expect(link.getAttribute('href')).toBe(`/${house.id}`)
    await shown(page.getByText('This home is no longer listed.'))
    expect(network.asked.filter((call) => call.startsWith('/posts/'))).toHaveLength(3)
  })

  it('has a line above unread messages when opened', async () => {
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

  it('opens at the unread messages, and can jump to the latest', async () => {
    await openThread({ ...LONG, ownReadRev: 110, seenBy: [ravi.id] })
    const line = await shown(log.getByText('Unread messages'))
    const { top } = line.getBoundingClientRect()
    expect(Math.abs(top - scroller().getBoundingClientRect().top)).toBeLessThan(40)
    await click(page.getByRole('button', { name: 'Latest message' }))
    await until(isAtEnd).toBe(true)
  })

  it('reads an Urdu message from right to left, also with English words in it', async () => {
    await openThread(thread({ messages: [message({ text: 'کیا یہ Green Park میں ہے؟' })] }))
    const text = (await shown(log.getByText(/Green Park/))).firstChild as Text
    const left = (at: number) => {
      const letter = document.createRange()
      letter.setStart(text, at)
      letter.setEnd(text, at + 1)
      return letter.getBoundingClientRect().left
    }
    expect(left(0)).toBeGreaterThan(left(text.data.indexOf('G')))
    expect(left(text.data.indexOf('G'))).toBeGreaterThan(left(text.data.length - 1))
  })

  it('shows what to do when it is empty', async () => {
    await openThread(thread({ messages: [], lastMessage: null }))
    await shown(page.getByText('No messages yet. Say hello to ravi'))
  })
})

describe('moderation', () => {
  it('blocks and unblocks a person', async () => {
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

  it('has one tab stop, and arrow key navigation', async () => {
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

  it('reports a message', async () => {
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
    await click(dialog.getByRole('radio', { name: 'It looks like fraud' }))
    await click(dialog.getByRole('button', { name: 'Send the report' }))
    await shown(page.getByRole('status').getByText('Thank you. We look at every report.'))
    expect(bodies).toEqual([{ rev: 1, reason: 'fraud' }])
    await gone(dialog)
  })
})
