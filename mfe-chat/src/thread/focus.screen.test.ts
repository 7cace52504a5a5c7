import { unreachable } from '@aangan/remote/testing/network'
import { click, hasFocus, press, shown, until } from '@aangan/remote/testing/user-actions'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { CHAT, chat, SIGNED_IN, thread } from '../testing/chats.ts'
import { chatNetwork, field, openThread, PHONE, renderRemote } from '../testing/screens.ts'

const BLOCK = `PUT /chats/block/${CHAT}`
const ofRavi = page.getByRole('region', { name: 'Chat with ravi' })
const unblock = page.getByRole('button', { name: 'Unblock' })

/** Fakes a touch device, on which fields do not take the focus. Chromium's touch emulation would outlive the test. */
beforeEach(() => {
  const { matchMedia } = window
  window.matchMedia = (query) => matchMedia.call(window, query.includes('pointer: fine') ? 'not all' : query)
  onTestFinished(() => {
    window.matchMedia = matchMedia
  })
})

it('moves the focus to the chat opened from the list', async () => {
  await renderRemote('/chat', { session: SIGNED_IN, network: chatNetwork(), viewport: PHONE })
  await click(page.getByRole('link', { name: /ravi/ }))
  await shown(field)
  await until(() => hasFocus(ofRavi)).toBe(true)
})

it('keeps the focus in the chat on retry, whether it succeeds or not', async () => {
  const { network } = await openThread(thread(), { viewport: PHONE, network: { [`/chats/${CHAT}`]: unreachable } })
  const retry = page.getByRole('button', { name: 'Try again' })
  for (const _again of [1, 2]) {
    await shown(retry)
    const release = network.hold(`/chats/${CHAT}`)
    await click(retry)
    await until(() => hasFocus(ofRavi)).toBe(true)
    network.answer(`/chats/${CHAT}`, thread())
    release()
  }
  await shown(field)
  expect(hasFocus(ofRavi)).toBe(true)
})

it('moves the focus from Block to Unblock, and then to the chat', async () => {
  const { network } = await openThread(thread(), {
    viewport: PHONE,
    network: { [BLOCK]: chat({ isBlocked: true }) },
  })
  await click(page.getByRole('button', { name: 'Block ravi' }))
  await click(page.getByRole('dialog').getByRole('button', { name: 'Block' }))
  await until(() => hasFocus(unblock)).toBe(true)
  network.answer(BLOCK, chat())
  await press('Enter')
  await shown(field)
  await until(() => hasFocus(ofRavi)).toBe(true)
})
