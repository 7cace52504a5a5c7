import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { newSqliteUrl } from '@aangan/service-kit/testing/sqlite-url'
import { expect, it, onTestFinished } from 'vitest'
import { type AccountDoc, newAccount } from './account.ts'
import { AUTH_MIGRATIONS } from './migrations.ts'
import { looksTaken } from './rules.ts'
import { createAuthStore } from './store.ts'

const named = (_id: string) => ({ _id, usernameKey: _id, emailKey: _id, lookKey: _id })

it('what a sign-out by time had ended stays ended, and what it had not stays', async () => {
  const store = await openMigratedStore(await newSqliteUrl(), { name: 'auth', migrations: AUTH_MIGRATIONS })
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
  for (let runs = 0; runs < 2; runs += 1) await step?.run(store, () => undefined)
  const idsIn = async (collection: typeof sessions | typeof resets) =>
    (await (collection as typeof sessions).find({ userId: 'asha' }).toArray()).map(({ _id }) => _id).sort()
  expect(await idsIn(sessions)).toEqual(['after', 'kept'])
  expect(await idsIn(resets)).toEqual(['after', 'kept'])
  expect(await sessions.countDocuments({ userId: 'ravi' })).toBe(3)
  expect(await accounts.findOne({ _id: 'asha' })).toEqual(named('asha'))
  await store.close()
})

it('addresses get one spelling, except where another account has that mailbox, which is told', async () => {
  const store = await openMigratedStore(await newSqliteUrl(), { name: 'auth', migrations: AUTH_MIGRATIONS })
  onTestFinished(() => store.close())
  const accounts = store.collection<{ _id: string; usernameKey: string; email: string | null; emailKey: string }>(
    'accounts',
  )
  const confirmations = store.collection<{ _id: string; email: string }>('confirmations')
  const typed = (name: string) => `${name}@bücher.example`
  const one = (name: string) => `${name}@xn--bcher-kva.example`
  const add = (_id: string, email: string | null, emailKey = email ?? _id) =>
    accounts.insertOne({ ...named(_id), email, emailKey })
  await add('asha', typed('asha'))
  await add('claim', typed('ravi'), 'claim')
  await add('moving', typed('mala'), 'mala@example.com')
  await add('import', null)
  await add('old', typed('twice'))
  await add('new', one('twice'))
  await confirmations.insertOne({ _id: 'link', email: typed('ravi') })
  const told: string[] = []
  const step = AUTH_MIGRATIONS.find(({ number }) => number === 8)
  await step?.run(store, (line) => told.push(line))
  const addresses = async (_id: string) => {
    const found = await accounts.findOne({ _id })
    return [found?.email, found?.emailKey]
  }
  expect(await addresses('asha')).toEqual([one('asha'), one('asha')])
  expect(await addresses('claim')).toEqual([one('ravi'), 'claim'])
  expect(await addresses('moving')).toEqual([one('mala'), 'mala@example.com'])
  expect(await addresses('import')).toEqual([null, 'import'])
  expect(await addresses('old')).toEqual([typed('twice'), typed('twice')])
  expect((await confirmations.findOne({ _id: 'link' }))?.email).toBe(one('ravi'))
  expect(told).toEqual([expect.stringMatching(/^accounts old and new have the same mailbox/)])
})

it('names from before count as names that another must not look like', async () => {
  const store = await openMigratedStore(await newSqliteUrl(), { name: 'auth', migrations: AUTH_MIGRATIONS })
  onTestFinished(() => store.close())
  const accounts = store.collection<Omit<ReturnType<typeof named>, 'lookKey'> & { username: string }>('accounts')
  await accounts.insertOne({ _id: 'asha', emailKey: 'asha', username: 'Asha.Rao', usernameKey: 'asha.rao' })
  const auth = createAuthStore(store)
  await auth.refuseName('asha_rao', null, new Date())
  const step = AUTH_MIGRATIONS.find(({ number }) => number === 7)
  await step?.run(store, () => undefined)
  await expect(auth.refuseName('asha_rao', null, new Date())).rejects.toMatchObject({ code: 'CONFLICT' })
})

it('accounts keep names that looked alike before, can change their case, and nobody gets one more', async () => {
  const url = await newSqliteUrl()
  const before = AUTH_MIGRATIONS.filter(({ number }) => number < 9)
  const old = await openMigratedStore(url, { name: 'auth', migrations: before })
  const facts = { email: null, password: null, isConfirmed: false, now: new Date(0) }
  const names = { a: 'asha.rao', b: 'asha_rao', c: 'AshaRao', d: 'asha.roy' }
  for (const [id, username] of Object.entries(names))
    await old.collection<AccountDoc>('accounts').insertOne(newAccount({ ...facts, id, username }))
  await old.close()
  const store = await openMigratedStore(url, { name: 'auth', migrations: AUTH_MIGRATIONS })
  onTestFinished(() => store.close())
  const step = AUTH_MIGRATIONS.find(({ number }) => number === 9)
  await step?.run(store, () => undefined)
  const auth = createAuthStore(store)
  const rename = async (id: string, username: string) =>
    (await auth.change(id, () => ({ renamed: { username, at: new Date() } })))?.username
  for (const [id, username] of Object.entries(names))
    expect(await rename(id, username.toUpperCase())).toBe(username.toUpperCase())
  const taken = { code: 'CONFLICT', message: looksTaken().message }
  await expect(auth.refuseName('asharao.', null, new Date())).rejects.toMatchObject(taken)
  await expect(rename('d', 'asha-rao')).rejects.toMatchObject(taken)
  // Once its name looks like no other, an account has it as any other does.
  expect(await rename('b', 'bina.rao')).toBe('bina.rao')
  await expect(rename('d', 'bina_rao')).rejects.toMatchObject(taken)
})
