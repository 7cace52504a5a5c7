import { createAuthStore } from '@aangan/auth/store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openMigrated } from '../migrate/stores.ts'
import { readStorage } from '../storage.ts'
import { testFolder } from '../testing/site-process.ts'
import { accountOfOwner } from './owner.ts'

const NOW = new Date('2026-03-01T10:00:00Z')

let accounts: ReturnType<typeof createAuthStore>
let close: () => Promise<void>
beforeEach(async () => {
  const folder = await testFolder()
  const { store } = await openMigrated(readStorage({ DATA_DIR: folder.dataDir }).storeUrl, 'auth')
  accounts = createAuthStore(store)
  close = async () => {
    await store.close()
    await folder.remove()
  }
})
afterEach(() => close())

const ownerOf = (owner: string, isPerson = false) => accountOfOwner(accounts, { owner, isPerson }, NOW)
const register = (username: string, email = 'mallory@evil.example') =>
  accounts.create({ username, email, password: 'hash' }, NOW)

it('is made once, marked, and can be used by nobody', async () => {
  const made = await ownerOf('imported')
  expect(made).toMatchObject({ username: 'imported', email: null, mailTo: null, managed: true })
  expect(await ownerOf('Imported')).toEqual(made)
  expect(await accounts.find(made.id)).toMatchObject({ password: null, managed: true })
})

it.each(['imported', 'coastal.homes'])('who has registered the name %s does not own what is imported', async (name) => {
  await register(name)
  await expect(ownerOf(name)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining(`"${name}" is the account of a person, made on 2026-03-01 with m…@e….example,`),
  })
})

it('may be a person if the operator says so', async () => {
  const { _id } = await register('coastal.homes')
  expect(await ownerOf('coastal.homes', true)).toMatchObject({ id: _id })
  await ownerOf('imported')
  for (const name of ['coastal.home', 'imported'])
    await expect(ownerOf(name, true)).rejects.toThrow(`No person has an account named "${name}"`)
})

it('is no person whose address another has confirmed, nor one who has undone a change', async () => {
  const { _id } = await register('coastal.homes')
  await accounts.change(_id, () => ({ email: null }))
  await expect(ownerOf('coastal.homes')).rejects.toThrow('with no address')
  await accounts.change(_id, () => ({ email: 'mallory@evil.example', password: null }))
  await expect(ownerOf('coastal.homes')).rejects.toMatchObject({ code: 'CONFLICT' })
})

it('that an earlier release made is used again', async () => {
  const { _id } = await accounts.create({ username: 'imported', email: null, password: null }, NOW)
  expect(await ownerOf('imported')).toMatchObject({ id: _id, managed: true })
})
