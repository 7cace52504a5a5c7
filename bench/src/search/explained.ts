import type { Collection, Document, Filter, FindOptions, Store } from '@aangan/service-kit/store/store'
import { type Db, MongoClient } from 'mongodb'
import type { Counter } from './examined.ts'

/** A question that a service put to the store. */
interface Asked {
  collection: string
  filter: object
  options: FindOptions
}

/** Keeps in mind what is asked of a store in MongoDB, and has MongoDB explain each question again to count its rows. */
export async function explained(
  store: Store,
  url: string,
): Promise<{ store: Store; counter: Counter; close(): Promise<void> }> {
  const client = await new MongoClient(url).connect()
  let asked: Asked[] = []
  const recording = <T extends Document>(name: string): Collection<T> => {
    const note = (filter: object, options: FindOptions = {}) =>
      asked.push({ collection: `posts.${name}`, filter, options })
    return record(store.collection<T>(name), note)
  }
  const counter = {
    reset: () => {
      asked = []
    },
    read: async () => {
      let rows = 0
      for (const question of asked) rows += await rowsOf(client.db(), question)
      return rows
    },
  }
  return { store: { ...store, collection: recording }, counter, close: () => client.close() }
}

/** The same collection, which notes what is searched and counted in it. */
function record<T extends Document>(
  collection: Collection<T>,
  note: (filter: object, options?: FindOptions) => void,
): Collection<T> {
  const noted: Partial<Collection<T>> = {
    find(filter: Filter<T>, options?: FindOptions) {
      note(filter, options)
      return collection.find(filter, options)
    },
    findOne(filter: Filter<T>, options?: FindOptions) {
      note(filter, { ...options, limit: 1 })
      return collection.findOne(filter, options)
    },
    countDocuments(filter: Filter<T>, options?: { limit?: number }) {
      note(filter, options)
      return collection.countDocuments(filter, options)
    },
  }
  return new Proxy(collection, {
    get(target, name) {
      const value: unknown = Reflect.get(noted, name) ?? Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** A document is read by the key that leads to it, so that the two are one row. */
async function rowsOf(database: Db, { collection, filter, options }: Asked): Promise<number> {
  const { executionStats } = await database.collection(collection).find(filter, options).explain('executionStats')
  const { totalKeysExamined, totalDocsExamined } = executionStats
  return Math.max(totalKeysExamined, totalDocsExamined)
}
