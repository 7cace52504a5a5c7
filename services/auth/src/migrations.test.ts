import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { newSqlitePlace } from '@aangan/service-kit/testing/sqlite-place'
import { expect, it } from 'vitest'
import { AUTH_MIGRATIONS } from './migrations.ts'

const named = (_id: string) => ({ _id, usernameKey: _id, emailKey: _id })

it('what a sign-out by time had ended stays ended, and what it had not stays', async () => {
  const store = await openMigratedStore(await newSqlitePlace(), { name: 'auth', migrations: AUTH_MIGRATIONS })
  const accounts = store.collection<{ _id: string; usernameKey: string; emailKey: string; signedOut?: object }>(
    'accounts',
  )
  const sessions = store.collection<{ _id: string; userId: string; createdAt: string }>('sessions')
  const resets = store.collection<{ _id: string; userId: string; at: string }>('resets')
  await accounts.insertOne({ ...named('asha'), signedOut: { at: '2026-01-02', except: 'kept' } })
  await accounts.insertOne(named('ravi'))
  const made = { before: '2026-01-01', kept: '2026-01-01', after: '2026-01-03' }
  for (const userId of ['asha', 'ravi'])
    for (const [when, at] of Object.entries(made)) {
      const name = userId === 'asha' ? when : `${when} of ravi`
      await sessions.insertOne({ _id: name, userId, createdAt: at })
      await resets.insertOne({ _id: name, userId, at })
    }
  const step = AUTH_MIGRATIONS.find(({ number }) => number === 5)
  for (let runs = 0; runs < 2; runs += 1) await step?.run(store)
  const idsIn = async (collection: typeof sessions | typeof resets) =>
    (await (collection as typeof sessions).find({ userId: 'asha' }).toArray()).map(({ _id }) => _id).sort()
  expect(await idsIn(sessions)).toEqual(['after', 'kept'])
  expect(await idsIn(resets)).toEqual(['after', 'kept'])
  expect(await sessions.countDocuments({ userId: 'ravi' })).toBe(3)
  expect(await accounts.findOne({ _id: 'asha' })).toEqual(named('asha'))
  await store.close()
})
