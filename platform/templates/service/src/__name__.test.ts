import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBus } from '@aangan/service-kit/bus/open'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { createSignIn } from '@aangan/service-kit/testing/sign-in'
import { expect, it, onTestFinished } from 'vitest'
import { build__Name__ } from './app.ts'
import { __NAME___MIGRATIONS } from './migrations.ts'

const ASHA = 'a'.repeat(24)

/** The whole service over a real store and bus, in a folder of its own. */
async function start() {
  const folder = await mkdtemp(join(tmpdir(), '__name__-'))
  const log = createLog({ level: 'silent' })
  const store = await openMigratedStore(`sqlite:${folder}`, { name: '__name__', migrations: __NAME___MIGRATIONS })
  const bus = await openBus(`sqlite:${folder}`, { name: '__name__', log })
  const keys = createKeyPair()
  const parts = { store, bus, log, metrics: createMetrics(), identity: keys, now: () => new Date() }
  const app = await build__Name__(parts)
  // @ts-expect-error: contracts/services.ts lists the service once it is generated.
  const signIn = createSignIn(keys, '__name__')
  onTestFinished(async () => {
    await app.close()
    await bus.close()
    await store.close()
    await rm(folder, { recursive: true })
  })
  return { app, bus, signIn }
}

it('keeps notes, the newest first, and announces each', async () => {
  const { app, bus, signIn } = await start()
  const headers = signIn.headersOf(ASHA)
  const heard: string[] = []
  await bus.subscribe({
    durable: 'test',
    subjects: ['__name__.changed'],
    handle: async ({ data }) => void heard.push(data.text),
  })
  for (const text of ['first', 'second']) {
    const answer = await app.inject({ method: 'POST', url: '/__name__', headers, payload: { text } })
    expect(answer.statusCode).toBe(201)
  }
  const list = await app.inject('/__name__')
  expect(list.json()).toMatchObject([{ text: 'second', userId: ASHA }, { text: 'first' }])
  // Only events of the same document arrive in order.
  await expect.poll(() => heard.toSorted()).toEqual(['first', 'second'])
})

it('rejects a note without text, and one of a visitor', async () => {
  const { app, signIn } = await start()
  const empty = { method: 'POST', url: '/__name__', payload: { text: ' ' } } as const
  expect((await app.inject(empty)).statusCode).toBe(401)
  const refused = await app.inject({ ...empty, headers: signIn.headersOf(ASHA) })
  expect(refused.json()).toMatchObject({ code: 'BAD_REQUEST' })
})
