import type { Document, Store } from '@aangan/service-kit/store/store'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { newSqlitePlace } from '@aangan/service-kit/testing/sqlite-place'
import { expect, it, onTestFinished } from 'vitest'
import { newAccount } from './account.ts'
import { AUTH_MIGRATIONS } from './migrations.ts'
import { createAuthStore } from './store.ts'

/** As MongoDB may do when another process inserts the document first: each document's first upsert is rejected. */
function rejectingUpserts(store: Store): Store {
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

it('a rejected upsert loses nothing: attempts, known browsers, freed names and mails to send again', async () => {
  const real = await openMigratedStore(await newSqlitePlace(), { name: 'auth', migrations: AUTH_MIGRATIONS })
  onTestFinished(() => real.close())
  const store = createAuthStore(rejectingUpserts(real))
  const now = new Date()
  const later = new Date(now.getTime() + 60_000)
  expect([await store.attempts.count('a', later), await store.attempts.count('a', later)]).toEqual([1, 2])
  await store.devices.add({ _id: 'browser:asha', userId: 'asha', expiresAt: later.toISOString() })
  expect(await store.devices.isKnown('browser')).toBe(true)
  await store.unsentMails.add({ what: 'confirm', whose: 'asha' }, now)
  expect(await store.unsentMails.due(new Date(now.getTime() + 600_000), 9)).toHaveLength(1)
  await store.add([
    newAccount({ ...{ id: 'asha', username: 'asha', email: null, password: null }, isConfirmed: false, now }),
  ])
  await store.change('asha', () => ({ renamed: { username: 'meera', at: now } }))
  await expect(store.refuseName('asha', null, now)).rejects.toMatchObject({ code: 'CONFLICT' })
})
