// Starts single-spa, whose events tell of each navigation.
import '@aangan/remote/testing/screens'
import { KEPT } from '@aangan/contracts/page'
import { RemoteProvider } from '@aangan/remote/context'
import { markUnsent, writePerson } from '@aangan/remote/personal-storage'
import { openTestContext } from '@aangan/remote/testing/context'
import { openRoot } from '@aangan/remote/testing/open-root'
import { shown, until } from '@aangan/remote/testing/user-actions'
import { type ComponentProps, createElement, Fragment } from 'react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { followHistory, navigate } from '../navigation/history.ts'
import { Unsent } from './unsent.tsx'

const { documentElement } = document
const id = 'a'.repeat(24)
const user = { id, username: 'asha', email: 'a@b.example', avatar: null, createdAt: '2026-01-02T03:04:05.000Z' }

beforeEach(() => {
  writePerson(localStorage, { id, since: Date.now() })
  onTestFinished(() => localStorage.clear())
  onTestFinished(followHistory())
})

async function open(session: Parameters<typeof openTestContext>[0]) {
  const { context, offers } = openTestContext(session)
  const tree = createElement(Fragment, {}, createElement(Unsent), 'the page')
  openRoot().root.render(
    createElement(RemoteProvider, { value: context } as ComponentProps<typeof RemoteProvider>, tree),
  )
  await shown(page.getByText('the page'))
  return () => offers.map(({ slot }) => slot)
}

it('what waits for a connection is sent from any page, also from one that is opened later', async () => {
  markUnsent(id, true)
  const offers = await open({ status: 'user', user })
  await until(offers).toEqual(['page.unsent'])
})

it.each([
  ['its page is left', () => navigate('/elsewhere'), () => navigate('/')],
  ['the connection is lost', () => documentElement.setAttribute(KEPT, ''), () => documentElement.removeAttribute(KEPT)],
])('what was left waiting is sent also if it is only then that %s', async (_, happen, happenNext) => {
  const offers = await open({ status: 'user', user })
  markUnsent(id, true)
  happen()
  await until(offers).toEqual(['page.unsent'])
  markUnsent(id, false)
  happenNext()
  await until(offers).toEqual([])
})

it.each([
  ['another user', { status: 'user', user: { ...user, id: 'b'.repeat(24) } }],
  ['nobody', { status: 'visitor' }],
] as const)('nothing is loaded for %s', async (_, session) => {
  markUnsent(id, true)
  const offers = await open(session)
  expect(offers()).toEqual([])
})
