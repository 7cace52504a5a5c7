import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHATS_MIGRATIONS } from '@aangan/chats/migrations'
import { createMessageReports } from '@aangan/chats/reports'
import { createChatStore } from '@aangan/chats/store'
import { newListing } from '@aangan/posts/listing'
import { POSTS_MIGRATIONS } from '@aangan/posts/migrations'
import { createReports, type Report } from '@aangan/posts/reports'
import { createPostStore } from '@aangan/posts/store'
import { facts } from '@aangan/posts/testing/facts'
import { migrate } from '@aangan/service-kit/store/migrations'
import { openStore } from '@aangan/service-kit/store/open'
import type { Store } from '@aangan/service-kit/store/store'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { USERS_MIGRATIONS } from '@aangan/users/migrations'
import { createUserStore } from '@aangan/users/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readArguments } from './args.ts'
import { type Moderation, moderate } from './moderate.ts'

const OWNER = 'a'.repeat(24)
const [FLAT, HOUSE] = ['1'.repeat(24), '2'.repeat(24)]
let folder: string
let stores: Record<'posts' | 'chats' | 'users', Store>
let parts: Moderation

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reports-'))
  const url = `sqlite:${folder}`
  const [posts, chats, users] = await Promise.all([
    openMigratedStore(url, { name: 'posts', migrations: POSTS_MIGRATIONS }),
    openMigratedStore(url, { name: 'chats', migrations: CHATS_MIGRATIONS }),
    openMigratedStore(url, { name: 'users', migrations: USERS_MIGRATIONS }),
  ])
  stores = { posts, chats, users }
  const now = () => new Date('2026-11-21T12:00:00Z')
  parts = {
    posts: createPostStore(posts),
    reports: createReports(posts),
    messages: createMessageReports(chats),
    users: createUserStore(users),
    now,
  }
  await parts.posts.add([
    newListing(facts({ title: 'Flat in Baner' }), { id: FLAT, owner: OWNER, now: now() }),
    newListing(facts({ title: 'House' }), { id: HOUSE, owner: OWNER, now: now() }),
  ])
})
afterEach(async () => {
  await Promise.all(Object.values(stores).map((store) => store.close()))
  await rm(folder, { recursive: true, force: true })
})

function report(changes: Partial<Report>, at: string): Promise<void> {
  const whole = { postId: FLAT, reason: 'other' as const, text: null, reporterId: null, ...changes }
  return parts.reports.add(whole, new Date(at))
}

const run = (...args: string[]) => moderate(readArguments(args), parts)

test('lists open reports, latest first, each with its listing', async () => {
  await report({ reason: 'fraud', text: 'Asks for\nmoney' }, '2026-11-01T10:00:00Z')
  await report({ reason: 'sold', postId: HOUSE, reporterId: OWNER }, '2026-11-02T10:00:00Z')
  await report({ reason: 'fraud', text: 'asks for money' }, '2026-11-03T10:00:00Z')
  const lines = (await run()).split('\n')
  expect(lines[0]).toBe('2 open reports, the latest first.')
  expect(lines.slice(2, 6)).toEqual([
    expect.stringMatching(
      /^[0-9a-f]{24} {2}fraud {2}2026-11-03T10:00:00.000Z, 2 times since 2026-11-01T10:00:00.000Z$/,
    ),
    `  listing   /${FLAT}  Flat in Baner`,
    '  reporter  a visitor',
    '  text      asks for money',
  ])
  expect(lines.slice(7)).toEqual([
    expect.stringMatching(/^[0-9a-f]{24} {2}sold {2}2026-11-02T10:00:00.000Z$/),
    `  listing   /${HOUSE}  House`,
    `  reporter  ${OWNER}`,
  ])
  expect(JSON.parse(await run('--json', '--limit', '1'))).toMatchObject([{ reason: 'fraud', title: 'Flat in Baner' }])
})

const [ASHA, RAVI] = ['b'.repeat(24), 'c'.repeat(24)]

/** A chat about the flat, of which Asha reports Ravi's message `n`. Returns the report's id. */
async function reportMessage(n: number, texts: string[]): Promise<string> {
  const chats = createChatStore(stores.chats)
  const { chat } = await chats.open([ASHA, RAVI], { postId: FLAT, now: new Date(0) })
  const sent = []
  for (const [at, text] of texts.entries()) {
    const now = new Date(Date.UTC(2026, 10, 2, 9, at))
    sent.push(await chats.send({ chat, userId: at % 2 ? RAVI : ASHA, text, clientId: `m-${at}`, now }))
  }
  const messageId = sent[n]?.message._id ?? ''
  const report = { messageId, reporterId: ASHA, reason: 'fraud' as const, text: 'Wants\nmoney' }
  await parts.messages.add(report, new Date('2026-11-02T10:00:00Z'))
  return `${messageId}:${ASHA}`
}

function account(id: string, username: string) {
  return {
    id,
    username,
    email: `${username}@aangan.example`,
    mailTo: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    rev: 1,
  }
}

test('lists a reported message with its chat, between reports of listings', async () => {
  await parts.users.arrive(account(ASHA, 'asha'))
  await parts.users.arrive(account(RAVI, 'ravi'))
  await report({ reason: 'sold' }, '2026-11-01T10:00:00Z')
  await report({ reason: 'sold', postId: HOUSE }, '2026-11-03T10:00:00Z')
  const texts = ['0', '1', 'Is it free?', 'Pay\u001b[2J first', '4', '5', '6', '7', '8', '9']
  const id = await reportMessage(3, texts)
  const blocks = (await run()).split('\n\n')
  expect(blocks[0]).toBe('3 open reports, the latest first.')
  expect(blocks.map((block) => /listing {3}\/\d|message /.exec(block)?.[0]?.trim())).toEqual([
    ...[undefined, 'listing   /2', 'message', 'listing   /1'],
  ])
  const lines = blocks[2]?.split('\n') ?? []
  expect(lines.slice(0, 5)).toEqual([
    `${id}  fraud  2026-11-02T10:00:00.000Z`,
    `  message   by ravi (${RAVI}), 2026-11-02T09:03:00.000Z`,
    `  reporter  asha (${ASHA})`,
    '  text      Wants money',
    `  about     /${FLAT}  Flat in Baner`,
  ])
  expect(lines[5]).toMatch(/^ {2}chat {6}[0-9a-f]{24}$/)
  expect(lines.slice(6)).toEqual(
    [
      ...['0 asha: 0', '1 ravi: 1', '2 asha: Is it free?', '3 ravi: Pay·[2J first'],
      ...['4 asha: 4', '5 ravi: 5', '6 asha: 6', '7 ravi: 7', '8 asha: 8'],
    ].map((rest) => `  ${rest.startsWith('3') ? '>' : ' '} 2026-11-02T09:0${rest.replace(' ', ':00.000Z  ')}`),
  )
  expect(JSON.parse(await run('--json', '--limit', '2'))).toMatchObject([{ kind: 'listing' }, { kind: 'message' }])
})

test('marks a report of a message as handled, once', async () => {
  const id = await reportMessage(1, ['Hello', 'Pay first'])
  expect(await run('--handle', id)).toBe(`Report ${id} marked as handled.`)
  expect(await run()).toBe('0 open reports.')
  expect(await run('--handled')).toContain(`by ${RAVI}`)
  await expect(run('--handle', id)).rejects.toThrow(`No open report has the id ${id}`)
})

test('lists reports of messages from before they could be handled', async () => {
  const old = await openStore(`sqlite:${folder}/old`, { name: 'chats' })
  await migrate('chats', old, CHATS_MIGRATIONS.slice(0, 3))
  const report = { messageId: 'm', reporterId: ASHA, reason: 'spam', text: '', createdAt: '2026-11-02T10:00:00.000Z' }
  await old.collection<typeof report & { _id: string }>('reports').insertOne({ _id: `m:${ASHA}`, ...report })
  await migrate('chats', old, CHATS_MIGRATIONS)
  const lines = (await moderate(readArguments([]), { ...parts, messages: createMessageReports(old) })).split('\n')
  await old.close()
  expect(lines.slice(2)).toEqual([
    `m:${ASHA}  spam  2026-11-02T10:00:00.000Z`,
    '  message   (no longer stored)',
    `  reporter  ${ASHA}`,
  ])
})

test('reports an empty list', async () => {
  expect(await run()).toBe('0 open reports.')
})

test('strips escape sequences from user text', async () => {
  await report({ text: 'a\u009b2Jb\u202ec\u200d' }, '2026-11-01T10:00:00Z')
  expect(await run()).toContain('text      a·2Jb·c·')
})

test('marks a report as handled, once', async () => {
  await report({}, '2026-11-01T10:00:00Z')
  const [open] = await parts.reports.list({ state: 'open', limit: 1 })
  const id = open?._id ?? ''
  expect(await run('--handle', id)).toBe(`Report ${id} marked as handled.`)
  expect(await run()).toBe('0 open reports.')
  expect(await run('--handled')).toContain('handled   2026-11-21T12:00:00.000Z')
  await expect(run('--handle', id)).rejects.toThrow(`No open report has the id ${id}`)
})

test('takes a listing down and marks only its own reports as handled', async () => {
  await report({ reason: 'fraud' }, '2026-11-01T10:00:00Z')
  await report({ reason: 'sold' }, '2026-11-01T10:00:00Z')
  await report({ postId: HOUSE }, '2026-11-01T10:00:00Z')
  expect(await run('--take-down', FLAT)).toBe(`Listing ${FLAT} taken down; 2 of its reports marked as handled.`)
  expect(await parts.posts.find(FLAT)).toBeNull()
  expect(await run()).toContain('1 open report,')
  expect(await run('--handled')).toContain('(taken down)')
  await expect(run('--take-down', FLAT)).rejects.toThrow('No listing has the id')
})

test.each([
  [['--limit', '0'], /--limit must be a whole number from 1 to 10000, got "0"\. Usage: npm run reports/],
  [['--limit', 'x'], /--limit must be/],
  [['--handle', 'a', '--take-down', 'b'], /not both/],
  [['--handle'], /argument missing\. Usage: npm run reports/],
  [['--what'], /Unknown option '--what'\. Usage/],
  [['a'], /Unexpected argument 'a'/],
])('%s is refused with the usage', (args, message) => {
  expect(() => readArguments(args)).toThrow(message)
})
