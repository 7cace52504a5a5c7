import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { newSqliteUrl } from '@aangan/service-kit/testing/sqlite-url'
import { expect, it, onTestFinished } from 'vitest'
import { newAccount } from './account.ts'
import { lookKey } from './lookalikes.ts'
import { AUTH_MIGRATIONS } from './migrations.ts'
import { createAuthStore } from './store.ts'
import { PASSWORD } from './testing/people.ts'
import { useAuth } from './testing/use-auth.ts'

const { auth, people } = await useAuth()

const LOOKS_TAKEN = 'Username: this one looks like somebody else’s. Choose another.'
const register = (username: string) => auth.register({ username, email: 'other@example.org', password: PASSWORD })

it.each([
  ['asha.rao', 'Asha_Rao'],
  ['asha-rao', 'asharao'],
  ['meera_homes', 'm33ra.h0mes'],
  ['ravi', 'rav1'],
  ['RavI', 'Ravl'],
])('%s looks like %s', (one, other) => {
  expect(lookKey(one)).toBe(lookKey(other))
})

it.each([
  ['asha.rao', 'asha.roy'],
  ['asha1', 'asha2'],
  ['asha', 'asha1994'],
  ['person10', 'person11'],
])('%s does not look like %s', (one, other) => {
  expect(lookKey(one)).not.toBe(lookKey(other))
})

it('nobody registers or takes a name that looks like another’s, and its owner may change the signs', async () => {
  const [agent, other] = [await people.enter({ username: 'neha.homes' }), await people.enter()]
  for (const username of ['neha_homes', 'Neha.H0mes', 'nehahomes']) {
    const refused = await register(username)
    expect([refused.statusCode, refused.json().message]).toEqual([409, LOOKS_TAKEN])
  }
  await expect(people.change(other, { username: 'neha-homes' })).rejects.toThrow(LOOKS_TAKEN)
  expect(await people.change(agent, { username: 'neha_homes' })).toMatchObject({ username: 'neha_homes' })
  expect((await register('neha.houses')).statusCode).toBe(201)
})

it('a name that was given up is reserved with those that look like it', async () => {
  const agent = await people.enter({ username: 'kiran.flats' })
  await people.change(agent, { username: 'kiran' })
  expect((await register('kiran_flats')).json().message).toBe('Username is already taken!')
  expect(await people.change(agent, { username: 'kiran-flats' })).toMatchObject({ username: 'kiran-flats' })
})

const ALIKE = ['tara.homes', 'tara_homes', 'Tara-H0mes', 'tarahomes']

it('of names that look alike, only one is registered at the same time', async () => {
  const answers = await Promise.all(ALIKE.map(register))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409])
  const messages = answers.filter(({ statusCode }) => statusCode === 409).map((answer) => answer.json().message)
  expect(messages).toEqual([LOOKS_TAKEN, LOOKS_TAKEN, LOOKS_TAKEN])
})

/** A store without the service. */
async function openAccounts() {
  const store = await openMigratedStore(await newSqliteUrl(), { name: 'auth', migrations: AUTH_MIGRATIONS })
  onTestFinished(() => store.close())
  const now = new Date()
  const facts = { email: null, password: null, isConfirmed: false, now }
  const accountOf = (id: string, username: string) => newAccount({ ...facts, id, username })
  return { store: createAuthStore(store), accountOf, now }
}

it('of names that look alike, only one is taken at the same time', async () => {
  const { store, accountOf, now } = await openAccounts()
  const ids = ['a', 'b', 'c', 'd']
  await store.add(ids.map((id) => accountOf(id, `person.${id}`)))
  const rename = (id: string, at: number) =>
    store.change(id, () => ({ renamed: { username: ALIKE[at] ?? '', at: now } }))
  const outcomes = await Promise.allSettled(ids.map(rename))
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []))
  expect(refusals).toEqual([LOOKS_TAKEN, LOOKS_TAKEN, LOOKS_TAKEN])
})

it('accounts that are added unchecked, as those of the demo site, may look alike, and nobody gets one more', async () => {
  const { store, accountOf, now } = await openAccounts()
  expect(await store.add([accountOf('a', 'asha.rao'), accountOf('b', 'asha_rao')])).toBe(2)
  const rename = (username: string) => store.change('b', () => ({ renamed: { username, at: now } }))
  expect(await rename('Asha_Rao')).toMatchObject({ username: 'Asha_Rao' })
  await expect(rename('AshaRao')).rejects.toThrow(LOOKS_TAKEN)
  await expect(store.refuseName('asha-rao', null, now)).rejects.toThrow(LOOKS_TAKEN)
})
