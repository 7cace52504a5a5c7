import { rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { openConnection } from '@aangan/service-kit/store/sqlite/connection'
import { findFileLimit } from '@aangan/service-kit/testing/file-limit'
import { needs } from '@aangan/service-kit/testing/needs'
import { overwrite } from '@aangan/service-kit/testing/overwrite'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { NEW_LISTING } from './testing/new-listing.ts'
import { type Person, type SiteHere, startSiteHere } from './testing/site-here.ts'

const limitFiles = needs('prlimit', await findFileLimit())

let site: SiteHere
let asha: Person
beforeAll(async () => {
  site = await startSiteHere()
  asha = await site.enter('asha')
})
afterEach(() => limitFiles()('unlimited'))
afterAll(() => site.close())

const publish = (there = site) =>
  there.send({ method: 'POST', path: '/posts', headers: { cookie: asha.cookie }, json: NEW_LISTING })
const stateOfPosts = async () => JSON.parse((await site.send({ path: '/healthz' })).body).parts.posts
const isThere = async (id: string, there: SiteHere) => (await there.send({ path: `/posts/${id}` })).status === 200

/** Of an hour. */
const PUBLISHING_LIMIT = 200

it('a disk that takes no writes is said, costs nobody their limit, and loses nothing', async () => {
  const before = JSON.parse((await publish()).body).id
  await limitFiles()(0)
  for (let attempt = 0; attempt <= PUBLISHING_LIMIT; attempt += 1) {
    const { status, headers, body } = await publish()
    expect([status, headers['retry-after'], JSON.parse(body).message]).toEqual([
      503,
      '30',
      'This part of the site is not available right now. Try again in a moment.',
    ])
  }
  expect(await isThere(before, site)).toBe(true)
  expect(await stateOfPosts()).toBe('not ready')
  await limitFiles()('unlimited')
  expect(await stateOfPosts()).toBe('ok')
  const after = await publish()
  expect(after.status).toBe(201)
  await site.stop()
  const again = await startSiteHere({ DATA_DIR: site.dataDir })
  expect(await Promise.all([before, JSON.parse(after.body).id].map((id) => isThere(id, again)))).toEqual([true, true])
  await again.close()
})

it('a store that is removed while it runs takes no more writes, and the next start is refused', async () => {
  const other = await startSiteHere()
  asha = await other.enter('asha')
  const file = join(other.dataDir, 'store', 'posts.db')
  expect((await publish(other)).status).toBe(201)
  await rm(file)
  expect((await publish(other)).status).toBe(503)
  const { parts } = JSON.parse((await other.send({ path: '/healthz' })).body)
  expect(parts).toMatchObject({ posts: 'not ready', auth: 'ok' })
  expect(other.logged()).toContain(`${file} was removed or replaced`)
  await other.stop()
  await expect(startSiteHere({ DATA_DIR: other.dataDir, DEMO: 'true' })).rejects.toThrow(`${file} is missing`)
  await other.close()
})

/** Above this, a database is checked while the site runs. */
const LARGE_BYTES = 65 * 1024 * 1024

it('a page of a large database that is damaged is found while the site runs, and said by /healthz and the log', async () => {
  const first = await startSiteHere()
  await first.stop()
  const file = join(first.dataDir, 'store', 'posts.db')
  const database = openConnection(file)
  database.exec('CREATE TABLE unused (doc TEXT)')
  database.run('INSERT INTO unused VALUES (?)', ['x'.repeat(50_000)])
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  const { size } = await stat(file)
  await overwrite(file, size - 8_192)
  // SQLite ignores what follows its last page.
  await truncate(file, LARGE_BYTES)
  const again = await startSiteHere({ DATA_DIR: first.dataDir })
  const health = async () => JSON.parse((await again.send({ path: '/healthz' })).body).parts
  await expect.poll(health, { timeout: 30_000 }).toMatchObject({ posts: 'not ready', auth: 'ok' })
  expect(again.logged()).toContain('A database is damaged')
  expect(again.logged()).toContain(file)
  await again.close()
  await first.close()
})
