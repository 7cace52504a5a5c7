import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Migration } from '../store/migrations.ts'
import { makeQuery } from '../store/sqlite/query.ts'
import { selectMatching } from '../store/sqlite/read.ts'
import { openReader } from '../store/sqlite/reader.ts'
import type { Collection, Document, FindOptions, Store } from '../store/store.ts'
import { openMigratedStore } from './migrated-store.ts'
import { newSqliteUrl } from './sqlite-url.ts'

interface Asked {
  collection: string
  filter: object
  options: FindOptions
}

/**
 * Returns the distinct plans of the queries that `ask` runs on an empty, migrated SQLite store: the index and what is
 * looked up in it, `listings.owner (<expr>=?)`. Sorts and full scans show up too.
 */
export async function queryPlans(
  { name, migrations }: { name: string; migrations: readonly Migration[] },
  ask: (store: Store) => Promise<unknown>,
): Promise<string[]> {
  const url = await newSqliteUrl()
  const store = await openMigratedStore(url, { name, migrations })
  onTestFinished(() => store.close())
  const asked: Asked[] = []
  await ask({ ...store, collection: (collection) => noting(store.collection(collection), collection, asked) })
  const reader = openReader(join(url.slice('sqlite:'.length), `${name}.db`), makeQuery)
  onTestFinished(() => reader.connection.close())
  const plans = asked.map(({ collection, filter, options }) => {
    const { text, values } = selectMatching(reader, collection, filter, options)
    const steps = reader.connection.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, values)
    return steps.flatMap(({ detail }) => (/^LIST SUBQUERY|json_each/.test(detail) ? [] : inShort(detail))).join(', ')
  })
  return [...new Set(plans)]
}

function noting<T extends Document>(collection: Collection<T>, name: string, asked: Asked[]): Collection<T> {
  const note = (filter: object, options: FindOptions = {}) => asked.push({ collection: name, filter, options })
  return {
    ...collection,
    find(filter, options) {
      note(filter, options)
      return collection.find(filter, options)
    },
    findOne(filter, options) {
      note(filter, options)
      return collection.findOne(filter, options)
    },
    countDocuments(filter, options) {
      note(filter)
      return collection.countDocuments(filter, options)
    },
    updateOne(filter, update, options) {
      note(filter)
      return collection.updateOne(filter, update, options)
    },
    findOneAndUpdate(filter, update, options) {
      note(filter)
      return collection.findOneAndUpdate(filter, update, options)
    },
    deleteOne(filter) {
      note(filter)
      return collection.deleteOne(filter)
    },
  }
}

function inShort(detail: string): string {
  return detail.replace(/^SEARCH \S+ USING (COVERING )?INDEX /, '').replace(/sqlite_autoindex_(\S+)_1/, '$1._id')
}
