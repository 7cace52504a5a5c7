import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Chat, Message } from '@aangan/contracts/chats'
import type { PublicUser } from '@aangan/contracts/users'
import { openBus } from '@aangan/service-kit/bus/open'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { createSignIn } from '@aangan/service-kit/testing/sign-in'
import { buildChats } from '../app.ts'
import { readChatsConfig } from '../config.ts'
import { CHATS_MIGRATIONS } from '../migrations.ts'
import { createChatStore } from '../store.ts'

export type Started = Awaited<ReturnType<typeof startChats>>

interface Call {
  method?: 'GET' | 'POST' | 'PUT'
  as?: string | undefined
  body?: unknown
}

export function newId(): string {
  return randomBytes(12).toString('hex')
}

/** The whole service over real parts in a folder of its own; `people` is what users knows. */
export async function startChats(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'chats-'))
  const log = createLog({ level: 'silent' })
  const store = await openMigratedStore(`sqlite:${folder}`, { name: 'chats', migrations: CHATS_MIGRATIONS })
  const bus = await openBus(`sqlite:${folder}`, { name: 'chats', log })
  const keys = createKeyPair()
  const parts = { store, bus, log, metrics: createMetrics(), identity: keys, now: () => new Date() }
  const app = await buildChats({ config: readChatsConfig(env), ...parts })
  const signIn = await createSignIn(keys)
  const people: PublicUser[] = []
  await bus.respond('users.find', async ({ ids }) => people.filter(({ id }) => ids.includes(id)))

  function call(url: string, { method = 'GET', as, body }: Call = {}) {
    const headers = {
      ...(as !== undefined && signIn.headersOf(as)),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    return app.inject({ method, url, headers, ...(body !== undefined && { payload: JSON.stringify(body) }) })
  }

  return {
    app,
    bus,
    store,
    chats: createChatStore(store),
    people,
    call,
    person(username: string): string {
      const id = newId()
      people.push({ id, username, avatar: null })
      return id
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
      await signIn.close()
      await app.close()
      await bus.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
