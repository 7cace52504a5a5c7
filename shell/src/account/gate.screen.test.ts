import { KEPT } from '@aangan/contracts/page'
import type { SessionContext } from '@aangan/contracts/remotes'
import { signInReason } from '@aangan/contracts/sign-in'
import type { Session } from '@aangan/contracts/users'
import { RemoteProvider } from '@aangan/remote/context'
import { openTestContext } from '@aangan/remote/testing/context'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { EMPTY, of } from 'rxjs'
import { expect, it, onTestFinished } from 'vitest'
import { currentEntry, followHistory } from '../navigation/history.ts'
import { explainSignIn } from './explain-sign-in.ts'
import { Gate } from './gate.tsx'
import { followSignOut } from './signed-out.ts'

/** Opens /confirm as a visitor; returns where the gate sends them. */
function openGate(
  closed: boolean | string,
  {
    refresh,
    session = { status: 'visitor' },
    into,
  }: { refresh?: SessionContext['refresh']; session?: Session; into?: HTMLElement } = {},
): unknown[] {
  const before = window.location.href
  window.history.replaceState(null, '', '/confirm?token=T')
  const unfollow = followHistory()
  const root = createRoot(into ?? document.createElement('div'))
  onTestFinished(() => {
    root.unmount()
    unfollow()
    window.history.replaceState(null, '', before)
  })
  const gone: unknown[] = []
  const { context: shell } = openTestContext(session)
  if (refresh) shell.session.refresh = refresh
  const context = {
    ...shell,
    navigate: (to: string, { replace, state }: { replace?: boolean; state?: object } = {}) =>
      void gone.push([to, replace, signInReason(state)]),
  }
  const props = { closed, deadlineMs: 20_000, children: 'a private page' }
  root.render(createElement(RemoteProvider, { value: context }, createElement(Gate, props)))
  return gone
}

it.each([
  ['Sign in to confirm your email address.', 'Sign in to confirm your email address.'],
  [true, undefined],
])('sends a visitor to sign in, and back to the page, with its reason: %s', async (closed, reason) => {
  const gone = openGate(closed)
  await expect.poll(() => gone).toEqual([['/login?next=%2Fconfirm%3Ftoken%3DT', true, reason]])
})

it('says first that somebody was signed out', async () => {
  followSignOut({ session: { changes$: of({ status: 'visitor' }) }, changes: { after: () => EMPTY }, wasIn: true })
  const gone = openGate('Sign in to see your listings.')
  const reason = 'You were signed out, perhaps because the password was changed on another device.'
  await expect.poll(() => gone).toEqual([['/login?next=%2Fconfirm%3Ftoken%3DT', true, reason]])
})

it.each([
  ['what the server knows', '/login?next=%2Fprofile', null, 'Sign in to see your listings.'],
  ['what the entry says already', '/login?next=%2Fprofile', { reason: 'Sign in first.' }, 'Sign in first.'],
  ['nothing to who opened it themselves', '/login', null, undefined],
])('on the sign-in page, to which the server has sent a visitor, says %s', (_what, address, usr, reason) => {
  followSignOut({
    session: { changes$: of({ status: 'user' } as Session) },
    changes: { after: () => EMPTY },
    wasIn: false,
  })
  expect(explained(address, usr)).toBe(reason)
})

it('on the sign-in page says that somebody was signed out, too', () => {
  followSignOut({ session: { changes$: of({ status: 'visitor' }) }, changes: { after: () => EMPTY }, wasIn: true })
  expect(explained('/login?next=%2Fprofile', null)).toContain('You were signed out')
})

function explained(address: string, usr: object | null): string | undefined {
  const before = window.location.href
  window.history.replaceState({ usr }, '', address)
  onTestFinished(followHistory())
  onTestFinished(() => window.history.replaceState(null, '', before))
  explainSignIn({ state: { reason: 'Sign in to see your listings.' } }, currentEntry())
  return signInReason(window.history.state.usr)
}

it('sends a visitor to sign in also if the server could not tell at first', async () => {
  const answers: Session[] = [{ status: 'unknown' }]
  const gone = openGate(true, { refresh: async () => answers.pop() ?? { status: 'visitor' } })
  await expect.poll(() => gone, { timeout: 5_000 }).toHaveLength(1)
})

it.each([
  ['You are offline', () => Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true })],
  ['The site cannot be reached', () => document.documentElement.setAttribute(KEPT, '')],
])('says at once, of a session that cannot be known then: %s', async (told, lose) => {
  const into = document.createElement('div')
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'onLine')
    document.documentElement.removeAttribute(KEPT)
  })
  openGate(true, { session: { status: 'unknown' }, into })
  await expect.poll(() => into.textContent).toContain('Loading…')
  lose()
  window.dispatchEvent(new Event('offline'))
  await expect.poll(() => into.querySelector('h1')?.textContent).toBe(told)
})
