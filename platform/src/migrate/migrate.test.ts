import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore } from '@aangan/service-kit/store/open'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readStorage } from '../storage.ts'
import { run, testFolder } from '../testing/site-process.ts'
import { openMigrated, STORE_OWNERS } from './stores.ts'

let folder: Awaited<ReturnType<typeof testFolder>>
let storeUrl: string

beforeEach(async () => {
  folder = await testFolder()
  storeUrl = readStorage({ DATA_DIR: folder.dataDir }).storeUrl
  await writeFile(join(folder.path, 'homes.csv'), 'type,property,price,city,bedroom,bathroom,latitude,longitude\n')
})
afterEach(() => folder.remove())

async function outcome(name: string, args: string[] = [], env: Record<string, string> = {}) {
  const { ended, output } = run(name, { DATA_DIR: folder.dataDir, ...env }, args)
  return { code: await ended, ...output }
}

/** Runs every tool that opens a store. */
function outcomes() {
  return Promise.all([outcome('seed'), outcome('reports'), outcome('import', [join(folder.path, 'homes.csv')])])
}

async function indexes(): Promise<(string | undefined)[]> {
  const store = await openStore(storeUrl, { name: 'posts' })
  const found = await store.collection('listings').indexes()
  await store.close()
  return found.map(({ name }) => name)
}

async function migrated(): Promise<void> {
  for (const name of STORE_OWNERS) await (await openMigrated(storeUrl, name)).store.close()
}

describe('a store', { timeout: 60_000 }, () => {
  it('that needs migrations is refused by every tool in one line, and left unchanged', async () => {
    for (const { code, stdout, stderr } of await outcomes()) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(
        /^\w+: The store of (auth|posts|users) has pending migrations? 1 \(.*: run npm run migrate first\n$/,
      )
    }
    expect(await indexes()).toEqual([])
  })

  it('of a newer release is refused by every tool, and keeps its indexes', async () => {
    await migrated()
    for (const name of STORE_OWNERS) {
      const store = await openStore(storeUrl, { name })
      await store.collection<{ _id: string; name: string }>('migrations').insertOne({ _id: '999', name: 'next year' })
      if (name === 'posts') await store.collection('listings').createIndexes([{ name: 'of-999', key: { later: 1 } }])
      await store.close()
    }
    const before = await indexes()
    expect(before).toContain('of-999')
    for (const { code, stdout, stderr } of await outcomes()) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(
        /^\w+: The store of \w+ was migrated by a newer release, with migration 999 \(next year\).*\n$/,
      )
    }
    expect(await indexes()).toEqual(before)
  })

  it('can be migrated by concurrent commands, and unknown indexes stay', async () => {
    const both = await Promise.all([outcome('migrate'), outcome('migrate')])
    expect(both.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
      { code: 0, stderr: '' },
      { code: 0, stderr: '' },
    ])
    const store = await openStore(storeUrl, { name: 'posts' })
    await store.collection('listings').createIndexes([{ name: 'of-somebody', key: { later: 1 } }])
    await store.close()
    const { stdout } = await outcome('migrate')
    expect(stdout).toBe(STORE_OWNERS.map((name) => `${name}: nothing to do.\n`).join(''))
    expect((await outcome('reports')).code).toBe(0)
    expect(await indexes()).toContain('of-somebody')
  })

  it('elsewhere needs no data folder', async () => {
    // No folder can be made in a file, even by root.
    await writeFile(folder.dataDir, '')
    const env = { DATA_DIR: join(folder.dataDir, 'data'), STORE_URL: `sqlite:${join(folder.path, 'elsewhere')}` }
    for (const name of ['migrate', 'reports'])
      expect(await outcome(name, [], env)).toMatchObject({ code: 0, stderr: '' })
  })
})
