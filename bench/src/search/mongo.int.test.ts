import { existsSync } from 'node:fs'
import { openStore } from '@aangan/service-kit/store/open'
import { explaining, findMongo, freshDatabase } from '@aangan/service-kit/testing/mongo-server'
import { needs } from '@aangan/service-kit/testing/needs'
import { afterAll, expect, test } from 'vitest'
import { fillStore } from './data.ts'
import { examine } from './examined.ts'
import { explained } from './explained.ts'
import { percentile } from './percentile.ts'
import { drawSearches } from './queries.ts'
import { REAL_FILE, readRealRows } from './real-rows.ts'

const LISTINGS = 50_000
const QUERIES = 5_000
const LIMIT_ROWS = 2_000

const found = await findMongo()
const server = needs('a MongoDB that explains', await explaining(found), { mayLackInCi: true })
const isThere = existsSync(REAL_FILE)
needs('real listings', isThere ? { value: REAL_FILE } : { missing: `no ${REAL_FILE}` }, { mayLackInCi: true })

afterAll(async () => {
  if ('value' in found) await found.value.stop()
})

test('95 of 100 searches examine at most 2,000 rows in MongoDB, too', { timeout: 1_800_000 }, async () => {
  const url = freshDatabase(server().url)
  const store = await openStore(url, { name: 'posts' })
  const rows = await readRealRows()
  await fillStore(store, rows, LISTINGS)
  const recorded = await explained(store, url)
  try {
    const examined = await examine(recorded.store, drawSearches(rows, QUERIES), recorded.counter)
    expect(
      percentile(
        examined.map((one) => one.rows),
        0.95,
      ),
    ).toBeLessThanOrEqual(LIMIT_ROWS)
  } finally {
    await recorded.close()
    await store.close()
  }
})
