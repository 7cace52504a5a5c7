import { SESSION_COOKIE } from '@aangan/contracts/account-constants'
import type { AccountChange } from '@aangan/contracts/accounts'
import { hashOf } from '@aangan/service-kit/tokens'
import { expect } from 'vitest'
import type { Started } from './start.ts'

export const PASSWORD = 'correct horse'
export const HOUR = 60 * 60_000
export const DAY = 24 * HOUR

export type Page = 'reset' | 'confirm' | 'undo'

export interface Person {
  id: string
  username: string
  email: string
  cookies: Record<string, string>
}

let people = 0

/** Decodes quoted-printable, RFC 2045. */
const shown = (mail = '') => mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')

export function peopleOf(auth: Started) {
  /** Registers; the address is not confirmed. */
  async function register(facts: { username?: string; email?: string } = {}) {
    people += 1
    const person = { username: `person${people}`, email: `person${people}@example.org`, ...facts }
    expect((await auth.register({ ...person, password: PASSWORD })).statusCode).toBe(201)
    return person
  }

  async function signIn(name: string, password = PASSWORD) {
    const answer = await auth.login(name, password)
    expect(answer.statusCode, answer.body).toBe(200)
    return { id: answer.json().id as string, cookies: auth.cookiesOf(answer) }
  }

  /** Registers and signs in; the address is not confirmed. */
  async function enter(facts: { username?: string; email?: string } = {}): Promise<Person> {
    const person = await register(facts)
    return { ...person, ...(await signIn(person.username)) }
  }

  /** Mails to an address so far, oldest first. */
  async function mailsTo(email: string): Promise<string[]> {
    return (await auth.mails()).map(shown).filter((mail) => mail.includes(`To: ${email}\r\n`))
  }

  /** The tokens of links to a page, in mails to an address. */
  async function tokens(email: string, page: Page): Promise<string[]> {
    const link = new RegExp(`https://homes\\.example/${page}\\?token=([\\w-]{43})`)
    return (await mailsTo(email)).flatMap((mail) => link.exec(mail)?.[1] ?? [])
  }

  /** Waits for as many such links, and returns the token of the last. */
  async function token(email: string, page: Page, count = 1): Promise<string> {
    await expect.poll(async () => (await tokens(email, page)).length).toBe(count)
    return (await tokens(email, page)).at(-1) ?? ''
  }

  const identityOf = ({ id, cookies }: Pick<Person, 'id' | 'cookies'>) =>
    auth.signIn.identityAt('users', id, hashOf(cookies[SESSION_COOKIE]) ?? '')

  const confirm = (token: string, { cookies }: Pick<Person, 'cookies'>) =>
    auth.call('/auth/confirm', { body: { token }, cookies })

  /** Signed in, with a confirmed address. */
  async function confirmed(facts: { username?: string; email?: string } = {}): Promise<Person> {
    const person = await enter(facts)
    expect((await confirm(await token(person.email, 'confirm'), person)).statusCode).toBe(200)
    return person
  }

  return {
    register,
    signIn,
    enter,
    confirmed,
    confirm,
    mailsTo,
    tokens,
    token,
    /** As users does for `PUT /users/{id}`. */
    change: (person: Person, facts: AccountChange) =>
      auth.bus.request('accounts.change', facts, { as: identityOf(person), timeoutMs: 5_000 }),
    /** As users does for `DELETE /users/{id}`. */
    remove: (person: Pick<Person, 'id' | 'cookies'>, currentPassword?: string) =>
      auth.bus.request('accounts.remove', currentPassword ? { currentPassword } : {}, {
        as: identityOf(person),
        timeoutMs: 5_000,
      }),
    undo: (token: string) => auth.call('/auth/undo', { body: { token } }),
    reset: (
      body: { token: string; password: string; username?: string },
      { cookies = {} }: Partial<Pick<Person, 'cookies'>> = {},
    ) => auth.call('/auth/reset', { body, cookies }),
    forgot: (email: string) => auth.call('/auth/forgot', { body: { email } }),
    isSignedIn: async (cookies: Record<string, string>) =>
      (await auth.call('/auth/sessions', { method: 'GET', cookies })).statusCode === 200,
  }
}
