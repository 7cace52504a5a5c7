import { appendFile, readdir, readFile, stat } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'
import { type AuditLine, readHistory } from './audit.ts'
import { MOST_BYTES, rotateAudit } from './audit-rotation.ts'

const DAY_MS = 24 * 3_600_000
const NOW = Date.now()
const archiveOf = (time: number) => `audit-${new Date(time).toISOString().slice(0, 10)}.jsonl`

let registry: RunningRegistry
beforeEach(async () => {
  registry = await startRegistry({ releases: [{ name: 'shell' }], posts: () => undefined })
})
afterEach(() => registry.close())

const file = () => registry.releaseFile('audit.jsonl')
const archives = async () => (await readdir(registry.folders.releases)).filter((name) => /^audit-/.test(name)).sort()
const history = (name: string) => readHistory(registry.folders.releases, name)

async function add(count: number, line: Partial<AuditLine>, { daysAgo }: { daysAgo: number }): Promise<void> {
  const at = new Date(NOW - daysAgo * DAY_MS).toISOString()
  const all = { at, by: 'token 0123456789ab (Busy team)', action: 'pin', name: 'mfe-busy', ...line }
  await appendFile(file(), `${JSON.stringify(all)}\n`.repeat(count))
}

it('moves a large audit away, and keeps what is needed of it', async () => {
  await add(
    1,
    { name: 'mfe-old', action: 'deploy', version: '2.0.0', was: '1.0.0', channel: 'stable' },
    { daysAgo: 300 },
  )
  await add(9_000, { channel: 'stable', why: 'early' }, { daysAgo: 30 })
  await add(300, { channel: 'stable', why: 'late' }, { daysAgo: 6 })
  await add(250, { action: 'refused', why: 'not for shell' }, { daysAgo: 8 })
  await appendFile(file(), '{"at":"20')
  const [before, old] = [await readFile(file(), 'utf8'), await history('mfe-old')]
  await rotateAudit(registry.folders.releases, NOW)
  expect(await archives()).toEqual([archiveOf(NOW)])
  expect(await readFile(registry.releaseFile(archiveOf(NOW)), 'utf8')).toBe(before)
  expect(await history('mfe-old')).toEqual(old)
  const reasons = (await history('mfe-busy')).map(({ why }) => why)
  expect(reasons).toEqual([...Array(300).fill('late'), ...Array(200).fill('not for shell')])
  expect((await stat(file())).size).toBeLessThan(MOST_BYTES / 4)
})

it('keeps a withdrawal and the version before, however many pins and refusals there were since', async () => {
  const deployed = { name: 'mfe-guides', action: 'deploy', version: '2.0.0', was: '1.0.0', channel: 'stable' } as const
  await add(1, deployed, { daysAgo: 30 })
  await add(1, { name: 'mfe-guides', action: 'withdraw', version: '2.0.0', why: 'wrong prices' }, { daysAgo: 20 })
  const noise = [
    { channel: 'stable' },
    { action: 'refused' },
    { action: 'token-create' },
    { action: 'override' },
  ] as const
  for (const line of noise) await add(2_500, { ...line, name: 'mfe-guides' }, { daysAgo: 10 })
  await rotateAudit(registry.folders.releases, NOW)
  expect(await archives()).toHaveLength(1)
  expect((await history('mfe-guides')).slice(0, 2)).toMatchObject([deployed, { why: 'wrong prices' }])
})

it('moves it at most once a day, since what is needed may be large', async () => {
  const rotate = (now: number) => rotateAudit(registry.folders.releases, now)
  await rotate(NOW)
  expect(await archives()).toEqual([])
  await add(9_000, { channel: 'stable' }, { daysAgo: 0 })
  for (const now of [NOW, NOW, NOW + DAY_MS]) await rotate(now)
  expect(await archives()).toEqual([archiveOf(NOW), archiveOf(NOW + DAY_MS)])
  expect(await history('mfe-busy')).toHaveLength(9_000)
})

it('a publication does, and a rollback still knows the version before', async () => {
  const publish = (version: string) => registry.publish({ name: 'mfe-guides', version })
  await publish('1.0.0')
  await publish('2.0.0')
  await add(9_000, { channel: 'stable' }, { daysAgo: 30 })
  await registry.publish({ name: 'shell', version: '1.0.1' })
  expect(await archives()).toHaveLength(1)
  expect((await stat(file())).size).toBeLessThan(MOST_BYTES / 4)
  await registry.change('mfe-guides', { action: 'rollback' })
  expect(await registry.versions()).toMatchObject({ 'mfe-guides': '1.0.0' })
})
