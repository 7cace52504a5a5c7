import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message } from '@aangan/contracts/chats'
import { type Client, connectTo } from '@aangan/realtime/testing/client'
import { openKeyPair } from '@aangan/service-kit/secrets'
import { type Child, spawnChild } from '@aangan/service-kit/testing/child-process'
import { findNats } from '@aangan/service-kit/testing/nats-server'
import { needs } from '@aangan/service-kit/testing/needs'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { type Person, type SiteHere, startSiteHere } from './testing/site-here.ts'

const found = await findNats()
const nats = needs('NATS', found)
afterAll(async () => {
  await (await started)?.close()
  if ('value' in found) await found.value.stop()
})

/** Shared by all tests and started by the first: a beforeAll hook would run even without NATS. */
let started: Promise<SiteHere> | undefined
let site: SiteHere
let asha: Person
let ravi: Person
let node: Child | undefined
let name: string
const clients: Client[] = []
let people = 0

/** A site with a second realtime node in a child process, which gets half of the sockets. */
beforeEach(async () => {
  const BUS_URL = nats().url
  started ??= startSiteHere({ BUS_URL })
  site = await started
  people += 1
  ;[asha, ravi] = [await site.enter(`asha.${people}`), await site.enter(`ravi.${people}`)]
  const { publicKeys } = await openKeyPair(join(site.dataDir, 'secrets'))
  const IDENTITY_PUBLIC_KEY_FILE = join(site.dataDir, 'identity.pub')
  await writeFile(IDENTITY_PUBLIC_KEY_FILE, publicKeys.join('\n'))
  const env = { PATH: process.env.PATH, PORT: '0', BUS_URL, IDENTITY_PUBLIC_KEY_FILE, DRAIN_MS: '500' }
  node = await spawnChild(new URL('../../services/realtime/src/main.ts', import.meta.url), [], { env })
  name = await nameOf(node)
  await expect.poll(isShared).toBe(true)
})
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.close()
  await end('SIGKILL')
})

async function nameOf({ stdout }: Child): Promise<string> {
  for await (const line of stdout.setEncoding('utf8')) {
    const [, found] = /"node":"(\w+)"/.exec(String(line)) ?? []
    if (found !== undefined) return found
  }
  throw new Error('the node ended')
}

async function end(signal: NodeJS.Signals): Promise<number | null> {
  if (node?.exitCode === null && node.signalCode === null) {
    const ended = once(node, 'exit')
    node.kill(signal)
    await ended
  }
  return node?.exitCode ?? null
}

/** Opens another tab. Returns whether both nodes have two tabs now. */
async function isShared(): Promise<boolean> {
  const headers = { extraHeaders: { cookie: ravi.cookie } }
  for (const transports of [['polling'], ['websocket']])
    clients.push(await connectTo(`http://127.0.0.1:${site.port}`, { ...headers, transports }))
  return ofNode().length >= 2 && ofNode().length < clients.length
}

const ofNode = () => clients.filter(({ socket }) => socket.io.engine?.id?.startsWith(name))

async function send(text: string): Promise<void> {
  const post = (path: string, json: unknown) =>
    site.send({ method: 'POST', path, headers: { cookie: asha.cookie }, json })
  const { id } = JSON.parse((await post('/chats', { receiverId: ravi.id })).body)
  await post(`/messages/${id}`, { text })
}

async function expectAllBack(): Promise<void> {
  await expect.poll(() => clients.every(({ socket }) => socket.connected) && ofNode().length === 0).toBe(true)
  await send('Is everybody back?')
  for (const client of clients) {
    const texts = () => client.of<Message>('getMessage').map(({ text }) => text)
    await expect.poll(() => texts().at(-1)).toBe('Is everybody back?')
    expect(texts()).toEqual([...new Set(texts())])
  }
}

it('every tab receives each message once, on either node', async () => {
  for (const text of ['one', 'two', 'three']) await send(text)
  for (const client of clients) {
    await expect.poll(() => client.of('getMessage').length).toBe(3)
    expect(client.of<Message>('getMessage').map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  }
})

it('clients of a killed node reconnect to another', async () => {
  await end('SIGKILL')
  await expectAllBack()
})

it('clients of a frozen node reconnect to another', async () => {
  node?.kill('SIGSTOP')
  await expectAllBack()
})

it('clients of a stopping node move to another before it exits', async () => {
  expect(await end('SIGTERM')).toBe(0)
  await expectAllBack()
})
