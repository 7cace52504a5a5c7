import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEVICE_COOKIE, SESSION_COOKIE } from '@aangan/contracts/account-constants'
import { openBus } from '@aangan/service-kit/bus/open'
import { readConfig } from '@aangan/service-kit/config'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { createSteadyClock } from '@aangan/service-kit/steady-clock'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { createSignIn } from '@aangan/service-kit/testing/sign-in'
import { hashOf } from '@aangan/service-kit/tokens'
import { buildAuth } from '../app.ts'
import { AuthConfig } from '../config.ts'
import { AUTH_MIGRATIONS } from '../migrations.ts'
import { createPasswords, type Passwords } from '../passwords.ts'
import { createAuthStore } from '../store.ts'

export type Started = Awaited<ReturnType<typeof startAuth>>

interface Call {
  method?: 'GET' | 'POST' | 'DELETE'
  body?: unknown
  cookies?: Record<string, string>
  address?: string
  headers?: Record<string, string>
}

interface Where {
  storeUrl?: string | undefined
  env?: Record<string, string>
  /** By default these cost nearly nothing. */
  passwords?: Passwords
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The least that Argon2 accepts. */
export const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** The whole service over real parts in a temporary folder, called as the gateway does. */
export async function startAuth({ storeUrl, env = {}, passwords = createPasswords({ cost: CHEAP }) }: Where = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'auth-'))
  const mails = join(folder, 'mail')
  const log = createLog({ level: 'silent' })
  const store = await openMigratedStore(storeUrl ?? `sqlite:${folder}`, { name: 'auth', migrations: AUTH_MIGRATIONS })
  const bus = await openBus(`sqlite:${folder}`, { name: 'auth', log })
  const keys = createKeyPair()
  // A minute past the hour: limits count in fixed windows, none of which may end during a test.
  let offset = MINUTE_MS - (Date.now() % HOUR_MS)
  let elapsed = 0
  const now = createSteadyClock({
    log,
    now: () => Date.now() + offset,
    elapsedMs: () => performance.now() + elapsed,
  })
  const config = readConfig(AuthConfig, { MAIL_DIR: mails, SITE_URL: 'https://homes.example', ...env })
  const app = await buildAuth({ config, store, bus, log, metrics: createMetrics(), identity: keys, now, passwords })
  const signIn = createSignIn(keys, 'auth')
  const accounts = createAuthStore(store)

  /** Adds the gateway's token if the cookies contain a session. */
  async function call(url: string, { method = 'POST', body, cookies = {}, address = '192.0.2.1', headers = {} }: Call) {
    const hash = hashOf(cookies[SESSION_COOKIE])
    const session = hash === null ? null : await accounts.sessions.find(hash, now())
    return await app.inject({
      method,
      url,
      cookies,
      headers: {
        'x-forwarded-for': address,
        ...(session !== null && signIn.headersOf(session.userId, session._id)),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
  }

  return {
    app,
    bus,
    signIn,
    store,
    accounts,
    call,
    register: (body: unknown) => call('/auth/register', { body }),
    login: (username: string, password: string, options: Call = {}) =>
      call('/auth/login', { body: { username, password }, ...options }),
    /** The cookies set by a response. */
    cookiesOf: (answer: { cookies: { name: string; value: string }[] }) =>
      Object.fromEntries(
        answer.cookies
          .filter(({ name }) => name === SESSION_COOKIE || name === DEVICE_COOKIE)
          .map(({ name, value }) => [name, value]),
      ),
    mailFolder: mails,
    parts: { store: accounts, bus, config, log, now },
    /** The mails sent so far, oldest first. */
    async mails(): Promise<string[]> {
      const names = await readdir(mails).catch(() => [])
      const sent = names.filter((name) => name.endsWith('.eml')).sort()
      return await Promise.all(sent.map((name) => readFile(join(mails, name), 'utf8')))
    },
    /** Lets time pass. */
    pass(ms: number): void {
      offset += ms
      elapsed += ms
    },
    /** Sets the system's clock. */
    step(ms: number): void {
      offset += ms
    },
    async close(): Promise<void> {
      await app.close()
      await bus.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
