import { refusal } from '@aangan/remote/testing/network'
import { click, entered, fill, gone, hasFocus, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderRemote } from '../testing/screens.ts'

const REGISTER = 'POST /auth/register'
const field = (label: string) => page.getByLabelText(label, { exact: true })
const button = page.getByRole('button', { name: 'Register' })
const READY = 'Your account is ready: sign in.'

describe('/register', () => {
  it('creates an account and opens /login, which confirms it once and keeps its next page and reason', async () => {
    const sent: unknown[] = []
    const reason = page.getByText('Sign in to save this home', { exact: true })
    await renderRemote('/register?next=%2Fprofile', {
      entryState: { reason: 'Sign in to save this home' },
      network: {
        [REGISTER]: async (_url: URL, request: Request) => {
          sent.push(await request.json())
          return Response.json({ message: READY }, { status: 201 })
        },
      },
    })
    await shown(page.getByRole('heading', { level: 1, name: 'Create an Account' }))
    await shown(reason)
    await fill(field('Username'), 'asha.rao')
    await fill(field('Email'), 'asha@example.com')
    await fill(field('Password'), 'correct horse')
    await click(button)
    await shown(page.getByRole('heading', { level: 1, name: 'Welcome back' }))
    expect(location.pathname + location.search).toBe('/login?next=%2Fprofile')
    expect(sent).toEqual([{ username: 'asha.rao', email: 'asha@example.com', password: 'correct horse' }])
    await shown(page.getByText(`${READY} We sent a link to asha@example.com: open it to confirm the address.`))
    await shown(reason)
    expect(entered(field('Username'))).toBe('asha.rao')
    await until(() => hasFocus(field('Password'))).toBe(true)
    await click(page.getByRole('link', { name: "Don't you have an account?" }))
    await click(page.getByRole('link', { name: 'Already have an account? Sign in' }))
    await shown(page.getByRole('heading', { level: 1, name: 'Welcome back' }))
    await gone(page.getByText(READY))
    await shown(reason)
    expect(entered(field('Username'))).toBe('')
  })

  it('leaves validation to the server', async () => {
    const { network } = await renderRemote('/register', {
      network: { [REGISTER]: refusal(400, 'BAD_REQUEST', 'Username: use 3 to 20 letters.') },
    })
    await click(button)
    expect((await shown(page.getByRole('alert'))).textContent).toBe('Username: use 3 to 20 letters.')
    expect(network.asked).toEqual([REGISTER])
  })

  it.each([
    ['Username is already taken!', 'Username'],
    ['User with this email already exists!', 'Email'],
    ['Password: use 8 to 200 characters.', 'Password'],
  ])('shows "%s" and focuses that field', async (message, label) => {
    await renderRemote('/register', { network: { [REGISTER]: refusal(409, 'CONFLICT', message) } })
    await fill(field('Username'), 'asha.rao')
    await click(button)
    expect((await shown(page.getByRole('alert'))).textContent).toBe(message)
    await until(() => hasFocus(field(label))).toBe(true)
  })
})
