import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from '@aangan/contracts/accounts'
import type { Chat, Message } from '@aangan/contracts/chats'
import type { PublicUser } from '@aangan/contracts/users'
import { openBus } from '@aangan/service-kit/bus/open'
import { readConfig } from '@aangan/service-kit/config'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { openStore } from '@aangan/service-kit/store/open'
import { mailsIn } from '@aangan/service-kit/testing/letters'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { createSignIn } from '@aangan/service-kit/testing/sign-in'
import { buildChats } from '../app.ts'
import { ChatsConfig } from '../config.ts'
import { CHATS_MIGRATIONS } from '../migrations.ts'
import { createChatStore } from '../store.ts'

export type Started = Awaited<ReturnType<typeof startChats>>

interface Call {
  method?: 'GET' | 'POST' | 'PUT'
  as?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

export function newId(): string {
  return randomBytes(12).toString('hex')
}

/** The whole service over real parts in a temporary folder, or with another store; `people` are the profiles of users. */
export async function startChats(env: Record<string, string> = {}, otherStore?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'chats-'))
  const log = createLog({ level: 'silent' })
  const storeUrl = otherStore ?? `sqlite:${folder}`
  const store = await openMigratedStore(storeUrl, { name: 'chats', migrations: CHATS_MIGRATIONS })
  const bus = await openBus(`sqlite:${folder}`, { name: 'chats', log })
  const keys = createKeyPair()
  let offset = 0
  const now = () => new Date(Date.now() + offset)
  const parts = { store, bus, log, metrics: createMetrics(), identity: keys, now }
  const mails = join(folder, 'mail')
  const configOf = (more: Record<string, string>) =>
    readConfig(ChatsConfig, { MAIL_DIR: mails, SITE_URL: 'https://homes.example', UNANSWERED_LIMIT: '1000', ...more })
  const app = await buildChats({ config: configOf(env), ...parts })
  const signIn = createSignIn(keys, 'chats')
  const people: PublicUser[] = []
  const accounts: Account[] = []
  const users = await bus.respond('users.find', async ({ ids }) =>
    people.filter(({ id }) => ids.includes(id)).map((person) => ({ ...person, rev: 1 })),
  )
  await bus.respond('accounts.find', async ({ ids }) => accounts.filter(({ id }) => ids.includes(id)))

  function call(url: string, { method = 'GET', as, body, headers = {} }: Call = {}) {
    const sent = {
      ...(as !== undefined && signIn.headersOf(as)),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }
    return app.inject({ method, url, headers: sent, ...(body !== undefined && { payload: JSON.stringify(body) }) })
  }

  return {
    app,
    bus,
    signIn,
    store,
    chats: createChatStore(store),
    /** Stop it to test without users. */
    users,
    people,
    /** The accounts that auth returns. */
    accounts,
    call,
    person(username: string): string {
      const id = newId()
      people.push({ id, username, avatar: null })
      const email = `${username}@example.com`
      accounts.push({ id, username, email, mailTo: email, createdAt: '2026-01-01T00:00:00.000Z', rev: 1 })
      return id
    },
    now,
    /** Advances the clock. */
    pass(ms: number): void {
      offset += ms
    },
    /** Oldest first. */
    mails: () => mailsIn(mails),
    /** Starts a second process on the same store and bus. Returns a function that stops it. */
    async startReplica(ownEnv = env): Promise<() => Promise<void>> {
      const other = await openStore(storeUrl, { name: 'chats' })
      const otherBus = await openBus(`sqlite:${folder}`, { name: 'chats', log })
      const replica = await buildChats({ config: configOf(ownEnv), ...parts, store: other, bus: otherBus })
      return async () => {
        await replica.close()
        await otherBus.close()
        await other.close()
      }
    },
    async open(as: string, receiverId: string): Promise<Chat> {
      return (await call('/chats', { method: 'POST', as, body: { receiverId } })).json()
    },
    async send(as: string, chatId: string, text: string, clientId?: string): Promise<Message> {
      const answer = await call(`/messages/${chatId}`, { method: 'POST', as, body: { text, clientId } })
      if (answer.statusCode !== 201) throw new Error(`sending answered ${answer.statusCode}: ${answer.body}`)
      return answer.json()
    },
    async get<T>(url: string, as: string): Promise<T> {
      return (await call(url, { as })).json()
    },
    async close(): Promise<void> {
      await app.close()
      await bus.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
