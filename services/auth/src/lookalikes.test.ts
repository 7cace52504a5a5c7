import { expect, it } from 'vitest'
import { lookKey } from './lookalikes.ts'
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

it('of names that look alike, only one is taken at the same time', async () => {
  const renamed = await Promise.allSettled(
    ['diya.flats', 'diya_flats', 'Diya-F1ats', 'diyaflats'].map(async (username) =>
      people.change(await people.enter(), { username }),
    ),
  )
  const refusals = renamed.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(refusals).toHaveLength(3)
  for (const refusal of refusals) expect(refusal).toContain(LOOKS_TAKEN)
})
