import { click, fill, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { asha, signedIn } from './testing/people.ts'
import { renderRemote } from './testing/screens.ts'

const field = (label: string) => page.getByLabelText(label, { exact: true })
const press = (name: string) => click(page.getByRole('button', { name, exact: true }))
const visit = (path: string) => history.pushState({ usr: null, key: 'left', idx: 1 }, '', path)
const visitor = { status: 'visitor' } as const

describe('a response that arrives after leaving the page', () => {
  it.each([
    [
      'of a sign-in',
      { path: '/login', session: visitor, call: 'POST /auth/login' },
      async () => {
        await fill(field('Username'), 'asha.rao')
        await fill(field('Password'), 'correct horse')
        await press('Login')
      },
    ],
    [
      'of a new password',
      { path: '/reset?token=abc', session: visitor, call: 'POST /auth/reset' },
      async () => {
        await fill(field('New password'), 'correct horse')
        await press('Change the password')
      },
    ],
    [
      'of a changed profile',
      { path: '/profile/update', session: signedIn(), call: `PUT /users/${asha.id}` },
      () => press('Update'),
    ],
    ['of a sign-out', { path: '/profile', session: signedIn(), call: 'POST /auth/logout' }, () => press('Logout')],
  ])('%s does not navigate', async (_of, { path, session, call }, send) => {
    const { network, asked } = await renderRemote(path, {
      session,
      network: {
        [call]: { ...asha, message: 'Done.' },
        '/users/profilePosts': { userPosts: [], savedPosts: [] },
        '/auth/sessions': [],
        '/users/searches': [],
        '/chats/mails': { isOn: true },
      },
    })
    const release = network.hold(call)
    await send()
    await until(() => network.asked).toContain(call)
    visit('/forgot')
    await shown(page.getByRole('heading', { level: 1, name: 'Forgot your password?' }))
    release()
    await until(() => asked).toEqual(['refresh'])
    expect(location.pathname).toBe('/forgot')
  })

  it('of a registration is shown on /login, which keeps its next page', async () => {
    const call = 'POST /auth/register'
    const { network } = await renderRemote('/register', { network: { [call]: { message: 'Your account is ready.' } } })
    const release = network.hold(call)
    await press('Register')
    visit('/login?next=%2Fprofile')
    await shown(page.getByRole('heading', { level: 1, name: 'Welcome back' }))
    release()
    await shown(page.getByText('Your account is ready.'))
    expect(location.search).toBe('?next=%2Fprofile')
  })
})
