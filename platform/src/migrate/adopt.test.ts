import { confirmedEmail } from '@aangan/auth/account'
import { createAuthStore } from '@aangan/auth/store'
import { newUser } from '@aangan/users/user'
import { expect, it } from 'vitest'
import { readStorage } from '../storage.ts'
import { testFolder } from '../testing/site-process.ts'
import { adoptProfiles } from './adopt.ts'
import { openMigrated } from './stores.ts'

it('creates an account for each older profile, in one run only', async () => {
  const folder = await testFolder()
  const { storeUrl } = readStorage({ DATA_DIR: folder.dataDir })
  const [auth, users] = await Promise.all([openMigrated(storeUrl, 'auth'), openMigrated(storeUrl, 'users')])
  const stores = { auth: auth.store, users: users.store }
  const profile = (number: number) => {
    const id = String(number).padStart(24, '0')
    const createdAt = '2026-01-02T03:04:05.000Z'
    const email = `person${number}@example.org`
    return newUser({ id, username: `person${number}`, email, mailTo: email, createdAt, rev: 1 })
  }
  const profiles = stores.users.collection('users')
  for (let number = 1; number <= 201; number++) await profiles.insertOne({ ...profile(number) })

  expect(await adoptProfiles(stores)).toBe(201)
  const [account] = await createAuthStore(stores.auth).findMany([profile(201)._id])
  expect(account).toMatchObject({ username: 'person201', createdAt: '2026-01-02T03:04:05.000Z' })
  expect(account && confirmedEmail(account)).toBe('person201@example.org')

  await profiles.insertOne({ ...profile(202) })
  expect(await adoptProfiles(stores)).toBe(0)
  await Promise.all([stores.auth.close(), stores.users.close()])
  await folder.remove()
})
