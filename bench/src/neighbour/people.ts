import { DEVICE_COOKIE, SESSION_COOKIE } from '@aangan/contracts/account-constants'
import type { User } from '@aangan/contracts/users'

const PASSWORD = 'correct horse battery'

export interface Person {
  id: string
  username: string
  cookie: string
}

let count = 0

export const json = { 'content-type': 'application/json' }

export function base64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}

export function credentials({ username }: Pick<Person, 'username'>, password = PASSWORD): string {
  return base64({ username, password })
}

/** Registers a new person and signs in. */
export async function enter(url: string): Promise<Person> {
  count += 1
  const username = `neighbour${count}`
  await post(url, '/auth/register', { username, email: `${username}@example.com`, password: PASSWORD })
  const answer = await post(url, '/auth/login', { username, password: PASSWORD })
  const set = answer.headers.getSetCookie().join('\n')
  const cookies = [SESSION_COOKIE, DEVICE_COOKIE].flatMap((name) => set.match(new RegExp(`${name}=[\\w-]+`)) ?? [])
  const { id } = (await answer.json()) as User
  return { id, username, cookie: cookies.join('; ') }
}

/** Throws unless the response is a success. */
export async function post(url: string, path: string, body: unknown, cookie = ''): Promise<Response> {
  const headers = { ...json, cookie }
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`POST ${path} returned ${answer.status}: ${await answer.text()}`)
  return answer
}
