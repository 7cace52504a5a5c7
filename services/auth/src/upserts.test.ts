import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { rejectingUpserts } from '@aangan/service-kit/testing/rejecting-upserts'
import { newSqliteUrl } from '@aangan/service-kit/testing/sqlite-url'
import { expect, it, onTestFinished } from 'vitest'
import { newAccount } from './account.ts'
import { AUTH_MIGRATIONS } from './migrations.ts'
import { createAuthStore } from './store.ts'

it('a rejected upsert loses nothing: attempts, known browsers, freed names and mails to send again', async () => {
  const real = await openMigratedStore(await newSqliteUrl(), { name: 'auth', migrations: AUTH_MIGRATIONS })
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
