import type { Document, Store } from '../store/store.ts'

/** As MongoDB may do when another process inserts the document first: each document's first upsert is rejected. */
export function rejectingUpserts(store: Store): Store {
  const rejected = new Set<unknown>()
  function rejectFirst(name: string, { _id }: { _id?: unknown }, options?: { upsert?: boolean }): void {
    const key = `${name} ${_id}`
    if (!options?.upsert || rejected.has(key)) return
    rejected.add(key)
    throw Object.assign(new Error('E11000 duplicate key'), { code: 11000 })
  }
  return {
    ...store,
    collection<T extends Document>(name: string) {
      const real = store.collection<T>(name)
      const updateOne: typeof real.updateOne = async (filter, update, options) => {
        rejectFirst(name, filter, options)
        return await real.updateOne(filter, update, options)
      }
      const findOneAndUpdate: typeof real.findOneAndUpdate = async (filter, update, options) => {
        rejectFirst(name, filter, options)
        return await real.findOneAndUpdate(filter, update, options)
      }
      return new Proxy(real, {
        get: (target, method) => Reflect.get({ updateOne, findOneAndUpdate }, method) ?? Reflect.get(target, method),
      })
    },
  }
}
