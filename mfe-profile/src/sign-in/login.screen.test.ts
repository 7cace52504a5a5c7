import { refusal, unreachable } from '@aangan/remote/testing/network'
import { click, fill, gone, hasFocus, press, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { asha, signedIn } from '../testing/people.ts'
import { renderRemote } from '../testing/screens.ts'

const LOGIN = 'POST /auth/login'
const username = page.getByLabelText('Username', { exact: true })
const password = page.getByLabelText('Password', { exact: true })
const button = page.getByRole('button', { name: 'Login' })
const alert = page.getByRole('alert')
const REFUSED = refusal(401, 'NOT_AUTHENTICATED', 'Invalid Credentials!')

async function signIn(name = 'asha.rao', secret = 'correct horse'): Promise<void> {
  await fill(username, name)
  await fill(password, secret)
  await click(button)
}

describe('/login', () => {
  it('has the attributes for password managers, and links to /register and /forgot', async () => {
    await renderRemote('/login?next=%2Fprofile')
    await shown(page.getByRole('heading', { level: 1, name: 'Welcome back' }))
    expect(username.element().getAttribute('autocomplete')).toBe('username')
    expect(password.element().getAttribute('autocomplete')).toBe('current-password')
    const link = (name: string) => page.getByRole('link', { name }).element().getAttribute('href')
    expect(link("Don't you have an account?")).toBe('/register?next=%2Fprofile')
    expect(link('Forgot your password?')).toBe('/forgot')
  })

  it.each([
    ['', '/'],
    ['?next=%2Fprofile%2Fupdate', '/profile/update'],
    ['?next=https%3A%2F%2Felsewhere.example', '/'],
  ])('signs in on /login%s and opens %s', async (search, path) => {
    const { network, asked, become, context } = await renderRemote(`/login${search}`, { network: { [LOGIN]: asha } })
    context.session.refresh = async () => {
      asked.push('refresh')
      become(signedIn())
      return signedIn()
    }
    const before = history.length
    await signIn()
    await until(() => location.pathname).toBe(path)
    expect(network.asked).toEqual([LOGIN])
    expect(asked).toEqual(['refresh'])
    expect(history.length).toBe(before)
  })

  it('says what to allow if the browser does not keep the session, and keeps the name', async () => {
    await renderRemote('/login?next=%2Fprofile', { network: { [LOGIN]: () => asha } })
    await signIn()
    expect((await shown(alert)).textContent).toContain('Allow cookies for this site')
    expect(location.pathname).toBe('/login')
    expect(button.element().getAttribute('aria-disabled')).toBe(null)
    expect((username.element() as HTMLInputElement).value).toBe('asha.rao')
  })

  it('keeps the name that was typed, and never the password', async () => {
    const { unmount, mount } = await renderRemote('/login')
    await fill(username, 'asha.rao')
    await fill(password, 'correct horse')
    await unmount()
    await mount()
    await until(() => (username.element() as HTMLInputElement).value).toBe('asha.rao')
    expect((password.element() as HTMLInputElement).value).toBe('')
    expect(JSON.stringify(localStorage)).not.toContain('horse')
  })

  it('redirects signed-in users once the server confirms the session', async () => {
    const { asked } = await renderRemote('/login?next=%2Fprofile%2Fupdate', { session: signedIn() })
    await until(() => location.pathname).toBe('/profile/update')
    expect(asked).toEqual(['refresh'])
  })

  it('redirects once the visitor has signed in in another tab', async () => {
    const { become } = await renderRemote('/login?next=%2Fprofile%2Fupdate')
    await click(button)
    await shown(page.getByText('Enter your username'))
    become(signedIn())
    await until(() => location.pathname).toBe('/profile/update')
  })

  it('is submitted with Enter, and only once at a time', async () => {
    const { network } = await renderRemote('/login', { network: { [LOGIN]: REFUSED } })
    const release = network.hold(LOGIN)
    await fill(username, 'asha.rao')
    await fill(password, 'wrong')
    await press('Enter')
    await until(() => button.element().getAttribute('aria-disabled')).toBe('true')
    await press('Enter')
    expect(network.asked).toEqual([LOGIN])
    release()
    await shown(alert)
    expect(button.element().getAttribute('aria-disabled')).toBe(null)
  })

  it("shows the server's error, focuses the password, and clears the error on the next attempt", async () => {
    const { network } = await renderRemote('/login', { network: { [LOGIN]: REFUSED } })
    await signIn()
    expect((await shown(alert)).textContent).toBe('Invalid Credentials!')
    await until(() => hasFocus(password)).toBe(true)
    const release = network.hold(LOGIN)
    await click(button)
    await gone(alert)
    release()
    await shown(alert)
    await fill(password, '')
    await click(button)
    await gone(alert)
  })

  it('says why the site has refused its form without scripts, until the next attempt, and keeps the name', async () => {
    const body = { message: 'Invalid Credentials!', username: 'asha.rao' }
    document.body.insertAdjacentHTML('beforeend', '<script type="application/json" id="first-data"></script>')
    const data = document.getElementById('first-data') as HTMLElement
    data.dataset.path = '/auth/login'
    data.textContent = JSON.stringify({ path: '/auth/login', status: 401, headers: {}, body })
    const { network } = await renderRemote('/login', { network: { [LOGIN]: unreachable } })
    expect((await shown(alert)).textContent).toBe('Invalid Credentials!')
    expect((username.element() as HTMLInputElement).value).toBe('asha.rao')
    expect(hasFocus(password)).toBe(true)
    await fill(password, 'correct horse')
    await click(button)
    expect((await shown(alert)).textContent).toContain('cannot be reached')
    expect(network.asked).toEqual([LOGIN])
  })

  it('shows that the site cannot be reached', async () => {
    await renderRemote('/login', { network: { [LOGIN]: unreachable } })
    await signIn()
    expect((await shown(alert)).textContent).toContain('cannot be reached')
    expect(location.pathname).toBe('/login')
  })

  it('says what the visitor is asked to sign in for', async () => {
    await renderRemote('/login?next=%2Flist', { entryState: { reason: 'Sign in to save this home' } })
    await shown(page.getByText('Sign in to save this home', { exact: true }))
    await gone(page.getByText('Sign in to continue where you left off.'))
  })

  it('takes an email address of any length, and says so', async () => {
    const sent: unknown[] = []
    await renderRemote('/login', {
      network: {
        [LOGIN]: async (_url: URL, request: Request) => {
          sent.push(await request.json())
          return asha
        },
      },
    })
    const hint = await shown(page.getByText('Or your email address.'))
    expect(username.element().getAttribute('aria-describedby')).toContain(hint.id)
    await signIn('asha.lakshmi.rao@example.com')
    await until(() => sent).toEqual([{ username: 'asha.lakshmi.rao@example.com', password: 'correct horse' }])
  })

  it.each([
    ['', 'secret', 'Enter your username', username],
    ['ab', 'secret', 'A username has 3 to 20 characters', username],
    ['a'.repeat(21), 'secret', 'A username has 3 to 20 characters', username],
    ['asha@example.com', '', 'Enter your password', password],
    ['asha', '', 'Enter your password', password],
  ])('makes no request for username "%s" with password "%s"', async (name, secret, error, field) => {
    const { network } = await renderRemote('/login')
    await signIn(name, secret)
    await shown(page.getByText(error))
    expect(hasFocus(field)).toBe(true)
    expect(field.element().getAttribute('aria-invalid')).toBe('true')
    expect(network.asked).toEqual([])
  })
})
