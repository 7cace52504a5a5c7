import { personalKey } from '@aangan/remote/personal-storage'
import { unreachable } from '@aangan/remote/testing/network'
import { screensOf } from '@aangan/remote/testing/screens'
import { click, go, gone, hasFocus, press, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { connect } from '../connect.ts'
import { makeStore } from '../store.ts'
import { asha, CHAT, chat, message, mine, SIGNED_IN, thread } from '../testing/chats.ts'
import { chatNetwork, field, lines, PHONE } from '../testing/screens.ts'
import { Inbox } from './inbox.tsx'

const renderInbox = screensOf({
  makeStore,
  connect,
  routes: [
    { path: '/profile', Component: () => createElement(Inbox, {}) },
    { path: '/opened', Component: () => createElement(Inbox, { openChatId: CHAT }) },
  ],
})
const list = page.getByRole('list', { name: 'Chats' })
const line = list.getByRole('button')

it('shows a loading state and an error', async () => {
  const network = chatNetwork(thread(), { '/chats': unreachable })
  const screen = await renderInbox('/profile', { session: SIGNED_IN, network })
  await shown(page.getByRole('alert').getByText('Error loading chats!'))
  screen.network.answer('/chats', [])
  await click(page.getByRole('button', { name: 'Try again' }))
  await shown(page.getByText('No messages yet'))
})

it('opens a chat below the list, where it is no longer marked as unread, and closes it', async () => {
  const unread = { seenBy: [], ownReadRev: 0 }
  const network = chatNetwork(thread(unread), { '/chats': [chat(unread)] })
  const { hear } = await renderInbox('/profile', { session: SIGNED_IN, network })
  await until(() => texts(line)).toEqual([expect.stringContaining('Unread')])
  await click(line)
  await until(lines).toEqual(['ravi: message 1'])
  expect(texts(line)).toEqual([expect.not.stringContaining('Unread')])
  hear({ type: 'getMessage', data: message({ rev: 2, text: 'Here?' }) })
  await until(() => texts(line)).toEqual([expect.stringMatching(/Here\?$/)])
  await until(lines).toHaveLength(2)
  await press('Escape')
  await gone(field)
  expect(hasFocus(line)).toBe(true)
})

it('moves an updated chat to the top, and keeps a repeated message read', async () => {
  const other = chat({ id: 'd'.repeat(24), receiver: { id: 'e'.repeat(24), username: 'meera', avatar: null } })
  const network = chatNetwork(thread(), { '/chats': [other, chat()] })
  const { hear } = await renderInbox('/profile', { session: SIGNED_IN, network })
  await until(() => texts(line)).toHaveLength(2)
  hear({ type: 'getMessage', data: message() })
  hear({ type: 'getMessage', data: message({ rev: 2, chatId: other.id, text: 'From meera' }) })
  await until(() => texts(line)[0]).toMatch(/From meera.*Unread/)
  expect(texts(line)[1]).not.toContain('Unread')
  hear({ type: 'getMessage', data: message({ rev: 2, text: 'From ravi' }) })
  await until(() => texts(line)[0]).toMatch(/From ravi.*Unread/)
})

it('shows who wrote last, and unread messages before unsent ones', async () => {
  const meera = chat({ id: 'd'.repeat(24), receiver: { id: 'e'.repeat(24), username: 'meera', avatar: null } })
  const unsent = [{ clientId: 'c9', text: 'Hello', createdAt: '2026-01-02T03:04:05.000Z', status: 'failed' }]
  const chats = { [meera.id]: { draft: '', unsent }, [CHAT]: { draft: 'half a tho', unsent: [] } }
  localStorage.setItem(personalKey('chat-writing', asha.id), JSON.stringify(chats))
  const priya = { ...meera, id: '9'.repeat(24), receiver: { ...meera.receiver, username: 'priya' }, isLastOwn: true }
  const network = chatNetwork(thread(), { '/chats': [meera, chat(), priya] })
  const { hear } = await renderInbox('/profile', { session: SIGNED_IN, network })
  const ends = () => texts(line).map((text) => /(Not sent|Draft:.*|You:.*|From.*)$/.exec(text)?.[0])
  await until(ends).toEqual(['Not sent', 'Draft: half a tho', 'You: message 1'])
  const [label, words] = [page.getByText('Draft:', { exact: true }), page.getByText('half a tho')].map((locator) =>
    getComputedStyle(locator.element()),
  )
  expect(label?.color).not.toBe(words?.color)
  hear({ type: 'getMessage', data: message({ rev: 2, text: 'From ravi' }) })
  hear({ type: 'getMessage', data: message({ rev: 2, chatId: meera.id, text: 'From meera' }) })
  hear({ type: 'ownMessage', data: mine({ rev: 3, chatId: priya.id, text: 'again' }) })
  await until(ends).toEqual(['You: again', 'From meeraUnread', 'From raviUnread'])
})

it('shows a chat full-screen on a phone, immediately if requested', async () => {
  await renderInbox('/opened', { session: SIGNED_IN, network: chatNetwork(), viewport: PHONE })
  const dialog = page.getByRole('dialog', { name: 'Chat' })
  await shown(dialog)
  await click(dialog.getByRole('button', { name: 'Close chat' }))
  await gone(dialog)
})

it('closes a chat on a phone with Back, and reopens it on Forward or on return', async () => {
  await renderInbox('/profile', { session: SIGNED_IN, network: chatNetwork(), viewport: PHONE })
  const dialog = page.getByRole('dialog', { name: 'Chat' })
  await click(line)
  await shown(dialog)
  await go(-1)
  await gone(dialog)
  expect(hasFocus(line)).toBe(true)
  await go(1)
  await shown(dialog)
  history.pushState({ idx: 2 }, '', '/elsewhere')
  await go(-1)
  await shown(dialog)
  await go(-1)
  await gone(dialog)
  expect(location.pathname).toBe('/profile')
})

it('restores page scrolling when Back closes a chat on a phone and the dialog above it', async () => {
  await renderInbox('/profile', { session: SIGNED_IN, network: chatNetwork(), viewport: PHONE })
  const dialog = page.getByRole('dialog', { name: 'Chat' })
  const question = page.getByRole('dialog', { name: 'Block ravi?' })
  const overflow = () => getComputedStyle(document.documentElement).overflow
  await click(line)
  await shown(dialog)
  await click(page.getByRole('button', { name: 'Block ravi' }))
  await click(question.getByRole('button', { name: 'Close' }))
  await gone(question)
  expect(overflow()).toBe('hidden')
  await click(page.getByRole('button', { name: 'Block ravi' }))
  await shown(question)
  await go(-1)
  await gone(dialog)
  expect(overflow()).toBe('visible')
})

it('shows nothing after signing out', async () => {
  const { become } = await renderInbox('/profile', { session: SIGNED_IN, network: chatNetwork() })
  await shown(list)
  become({ status: 'visitor' })
  await gone(list)
  become({ status: 'user', user: { ...asha, id: 'f'.repeat(24) } })
  await shown(list)
})
