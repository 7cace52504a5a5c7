import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AUTH_MIGRATIONS } from '@aangan/auth/migrations'
import { createPasswords } from '@aangan/auth/passwords'
import { createAuthStore } from '@aangan/auth/store'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { expect, it, onTestFinished } from 'vitest'
import { demoPerson, openDemoPerson } from './demo-person.ts'
import { DEMO_PERSON, demoPeople } from './people.ts'

it('creates a password once, and completes an interrupted run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'demo-person-'))
  const store = await openMigratedStore(`sqlite:${folder}`, { name: 'auth', migrations: AUTH_MIGRATIONS })
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  const accounts = createAuthStore(store)
  await openDemoPerson(accounts, folder)
  expect(await demoPerson(folder)).toBe(null)

  await accounts.add(demoPeople(new Date()).map(({ account }) => account))
  await mkdir(join(folder, 'secrets'), { recursive: true })
  await writeFile(join(folder, 'secrets', 'demo-password'), 'of a start that was killed\n')
  await openDemoPerson(accounts, folder)
  const { username, password } = (await demoPerson(folder)) ?? {}
  expect([username, password]).toEqual([DEMO_PERSON.username, 'of a start that was killed'])
  const stored = (await accounts.find(DEMO_PERSON.id))?.password ?? null
  expect(await createPasswords().verify(stored, 'of a start that was killed')).toBe(true)

  await openDemoPerson(accounts, folder)
  expect((await accounts.find(DEMO_PERSON.id))?.password).toBe(stored)
})
