import { Link } from '@aangan/remote/link'
import { input } from '@aangan/remote/testing/input'
import { refusal, unreachable } from '@aangan/remote/testing/network'
import { type ScreenOptions, screensOf } from '@aangan/remote/testing/screens'
import { click, entered, fill, go, gone, hasFocus, press, shown, until } from '@aangan/remote/testing/user-actions'
import { createElement, useState } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Chat } from '../chat/chat.tsx'
import { connect } from '../connect.ts'
import { makeStore } from '../store.ts'
import { CHAT, chat, ravi, SIGNED_IN, thread } from '../testing/chats.ts'
import { chatNetwork, field, lines, PHONE, SEND, takeMessages } from '../testing/screens.ts'
import { Box } from './box.tsx'

const listing = { id: '1'.repeat(24), title: 'Flat with a garden', img: null }
const write = page.getByRole('button', { name: 'Write' })
const other = page.getByRole('textbox', { name: 'Down payment' })
const dialog = page.getByRole('dialog', { name: 'Chat with ravi' })
const close = page.getByRole('button', { name: 'Close chat' })
const Listing = () => {
  const [isOpen, setIsOpen] = useState(true)
  return [
    createElement(Link, { key: 'link', to: `/chat?with=${CHAT}` }, 'All chats'),
    createElement('input', { key: 'other', 'aria-label': 'Down payment' }),
    createElement('button', { key: 'write', type: 'button', onClick: () => setIsOpen(true) }, 'Write'),
    isOpen && createElement(Box, { key: 'box', receiver: ravi, listing, onClose: () => setIsOpen(false) }),
  ]
}
const Late = () => createElement('div', { hidden: true, id: 'late' }, createElement(Listing))
const renderBox = screensOf({
  makeStore,
  connect,
  routes: [
    { path: '/listing', Component: Listing },
    { path: '/late', Component: Late },
    { path: '/chat', Component: Chat },
  ],
})

function open({ network, ...options }: ScreenOptions = {}) {
  const answers = chatNetwork(thread(), { 'POST /chats': chat(), ...network })
  return renderBox('/listing', { session: SIGNED_IN, network: answers, ...options })
}

it('opens the chat with the owner about their listing, and closes with X or Escape', async () => {
  const bodies: unknown[] = []
  await open({
    network: {
      'POST /chats': async (_url: URL, request: Request) => {
        bodies.push(await request.json())
        return chat()
      },
    },
  })
  await shown(page.getByRole('heading', { name: 'ravi' }))
  await until(lines).toEqual(['ravi: message 1'])
  expect(bodies).toEqual([{ receiverId: ravi.id, postId: listing.id }])
  await until(() => hasFocus(field)).toBe(true)
  const { state } = history
  await press('Escape')
  await gone(close)
  await click(write)
  await click(close)
  await gone(close)
  expect(history.state).toEqual(state)
})

it('stays open when Escape ends the composition of an input method', async () => {
  await open()
  await shown(field)
  const ending = new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true, cancelable: true })
  field.element().dispatchEvent(ending)
  await fill(field, 'नमस्ते')
  expect(entered(field)).toBe('नमस्ते')
})

it('fills the screen on a phone', async () => {
  await open({ viewport: PHONE })
  await shown(field)
  const { width, height } = (await shown(dialog)).getBoundingClientRect()
  expect([width, height]).toEqual([PHONE.width, PHONE.height])
  await go(-1)
  await gone(dialog)
})

it.each([
  ['its X', () => click(close)],
  ['Escape', () => press('Escape')],
])('leaves no history entry on a phone when closed with %s', async (_way, closeIt) => {
  await open({ viewport: PHONE })
  await until(() => history.state.usr).toEqual({ chat: listing.id })
  await shown(field)
  await closeIt()
  await until(() => history.state.usr).toBe(undefined)
  await gone(dialog)
  expect(location.pathname).toBe('/listing')
  await click(write)
  await until(() => history.state).toMatchObject({ idx: 1, usr: { chat: listing.id } })
  await go(-1)
  await gone(dialog)
})

it.each([
  ['a phone', PHONE, true],
  ['a tablet', { width: 768, height: 1024 }, false],
])('keeps the draft when %s is rotated', async (_device, { width, height }, isSheet) => {
  await open({ viewport: { width, height } })
  await fill(field, 'Is it free')
  await press('ArrowLeft')
  await page.viewport(height, width)
  await until(() => dialog.element().matches(':modal')).toBe(isSheet)
  await until(() => hasFocus(field)).toBe(true)
  await input.typeText('?')
  expect(entered(field)).toBe('Is it fre?e')
  await page.viewport(width, height)
  await until(() => dialog.element().matches(':modal')).toBe(true)
  await until(() => hasFocus(field)).toBe(true)
  await go(-1)
  await gone(dialog)
})

it('leaves the focus in another field if it opens late', async () => {
  const { network } = await open()
  const release = network.hold(`/chats/${CHAT}`)
  await until(() => network.asked).toContain(`/chats/${CHAT}`)
  await fill(other, '45')
  release()
  await shown(field)
  expect(hasFocus(other)).toBe(true)
})

it('takes the focus after having been hidden while loading', async () => {
  const network = chatNetwork(thread(), { 'POST /chats': chat() })
  await renderBox('/late', { session: SIGNED_IN, viewport: PHONE, network })
  await until(() => document.querySelector('dialog textarea')).not.toBe(null)
  document.querySelector('#late')?.removeAttribute('hidden')
  await shown(field)
  await until(() => hasFocus(dialog)).toBe(true)
  await go(-1)
  await gone(dialog)
})

it('shows an error when the chat cannot be opened', async () => {
  const { network } = await open({ network: { 'POST /chats': unreachable } })
  await shown(page.getByRole('alert').getByText('The chat could not be opened'))
  network.answer('POST /chats', refusal(404, 'NOT_FOUND', 'User not found.'))
  await click(page.getByRole('button', { name: 'Try again' }))
  await shown(page.getByRole('alert').getByText('User not found.'))
})

it('shares sent messages and drafts with /chat', async () => {
  const { answer } = takeMessages(1)
  const { network } = await open({ network: { [SEND]: answer } })
  await fill(field, 'From the box')
  await press('Enter')
  await until(lines).toEqual(['ravi: message 1', 'You: From the box'])
  await fill(field, 'and a draft')
  const release = network.hold(`/chats/${CHAT}`)
  await click(page.getByRole('link', { name: 'All chats' }))
  await gone(page.getByRole('button', { name: 'Close chat' }))
  await until(lines).toEqual(['ravi: message 1', 'You: From the box'])
  expect(entered(field)).toBe('and a draft')
  release()
})
