import type { Document, Store } from '@aangan/service-kit/store/store'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { newSqliteUrl } from '@aangan/service-kit/testing/sqlite-url'
import { expect, onTestFinished, test } from 'vitest'
import { newListing } from './listing.ts'
import { POSTS_MIGRATIONS } from './migrations.ts'
import { createPostStore } from './store.ts'
import { facts } from './testing/facts.ts'

const OWNER = 'a'.repeat(24)

/** Notes the ids of documents that are read whole. */
function noting(store: Store, read: string[]): Store {
  function collection<T extends Document>(name: string) {
    const whole = store.collection<T>(name)
    const find: typeof whole.find = (filter, options) => {
      const found = whole.find(filter, options)
      const toArray = async () => {
        const documents = await found.toArray()
        if (!options?.projection) read.push(...documents.map(({ _id }) => _id))
        return documents
      }
      return { [Symbol.asyncIterator]: () => found[Symbol.asyncIterator](), toArray }
    }
    return { ...whole, find }
  }
  return { ...store, collection }
}

test('listings of an owner are read when they are needed, not those before and behind', async () => {
  const store = await openMigratedStore(await newSqliteUrl(), { name: 'posts', migrations: POSTS_MIGRATIONS })
  onTestFinished(() => store.close())
  const ids = Array.from({ length: 130 }, (_, at) => String(at).padStart(24, '0'))
  const listings = ids.map((id, at) => newListing(facts(), { id, owner: OWNER, now: new Date(-at) }))
  const read: string[] = []
  const posts = createPostStore(noting(store, read))
  await posts.add(listings)
  const pieces = posts.ofOwner(OWNER, { skip: 60, limit: 120 })
  for (const expected of [ids.slice(60, 110), ids.slice(110, 120)]) {
    read.length = 0
    const { value = [] } = await pieces.next()
    expect(value.map(({ _id }: { _id: string }) => _id)).toEqual(expected)
    expect(read.sort()).toEqual(expected)
  }
  expect((await pieces.next()).done).toBe(true)
})
