import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newListing } from '@aangan/posts/listing'
import { POSTS_MIGRATIONS } from '@aangan/posts/migrations'
import { createReports, type Report } from '@aangan/posts/reports'
import { createPostStore } from '@aangan/posts/store'
import { facts } from '@aangan/posts/testing/facts'
import type { Store } from '@aangan/service-kit/store/store'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readArguments } from './args.ts'
import { type Moderation, moderate } from './moderate.ts'

const OWNER = 'a'.repeat(24)
const [FLAT, HOUSE] = ['1'.repeat(24), '2'.repeat(24)]
let folder: string
let store: Store
let parts: Moderation

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reports-'))
  store = await openMigratedStore(`sqlite:${folder}`, { name: 'posts', migrations: POSTS_MIGRATIONS })
  const now = () => new Date('2026-11-21T12:00:00Z')
  parts = { posts: createPostStore(store), reports: createReports(store), now }
  await parts.posts.add([
    newListing(facts({ title: 'Flat in Baner' }), { id: FLAT, owner: OWNER, now: now() }),
    newListing(facts({ title: 'House' }), { id: HOUSE, owner: OWNER, now: now() }),
  ])
})
afterEach(async () => {
  await store.close()
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
