import { describe, expect, it, onTestFinished } from 'vitest'
import { DAY, PASSWORD, peopleOf } from './people.ts'
import { startAuth } from './start.ts'

const TAKEN = 'Username is already taken!'

/** Usernames that their accounts have given up, on the store at `storeUrl`. */
export function describeFreedNames(storeUrl: () => Promise<string | undefined>): void {
  async function start() {
    const auth = await startAuth({ storeUrl: await storeUrl() })
    onTestFinished(() => auth.close())
    return { auth, people: peopleOf(auth) }
  }

  describe('a username that was given up', () => {
    it('by a rename, goes to nobody else for 90 days, and back to its account at any time', async () => {
      const { auth, people } = await start()
      const [agent, other] = [await people.enter({ username: 'Meera.Homes' }), await people.enter()]
      await people.change(agent, { username: 'meera' })
      const register = (username: string) => auth.register({ username, email: 'new@example.org', password: PASSWORD })
      const refused = await register('MEERA.homes')
      expect([refused.statusCode, refused.json().message]).toEqual([409, TAKEN])
      await expect(people.change(other, { username: 'meera.homes' })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: TAKEN,
      })
      expect(await people.change(agent, { username: 'meera.homes' })).toMatchObject({ username: 'meera.homes' })
      expect((await register('meera')).statusCode).toBe(409)
      auth.pass(90 * DAY)
      expect((await register('meera')).statusCode).toBe(201)
      expect((await register('meera.homes')).statusCode).toBe(409)
    })

    it('by a deletion, goes to nobody for 90 days, and is stored only as a hash', async () => {
      const { auth, people } = await start()
      const agent = await people.enter({ username: 'meera.homes' })
      await people.change(agent, { username: 'meera' })
      expect(await people.remove(agent, PASSWORD)).toBe(true)
      const freed = auth.store.collection<{ _id: string; userId?: string; expiresAt: string }>('freed-names')
      const stored = () => freed.find({}).toArray()
      const left = { _id: expect.stringMatching(/^[0-9a-f]{64}$/), expiresAt: expect.any(String) }
      await expect.poll(stored).toEqual([left, left])
      const register = (username: string) => auth.register({ username, email: 'new@example.org', password: PASSWORD })
      for (const username of ['meera', 'meera.homes']) expect((await register(username)).json().message).toBe(TAKEN)
      await expect(auth.accounts.findOrCreate('meera', new Date())).rejects.toThrow(
        /^the username meera looks like .* or was given up/,
      )
      auth.pass(90 * DAY)
      expect((await register('meera')).statusCode).toBe(201)
      await auth.accounts.sweep(auth.parts.now())
      expect(await stored()).toEqual([])
    })

    it('is reserved before its account gives it up, so that there is no moment in between', async () => {
      const { auth, people } = await start()
      const [agent, other] = [await people.enter({ username: 'meera.homes' }), await people.confirmed()]
      const renamed = { username: 'meera', at: auth.parts.now() }
      // The unique index refuses the address, so nothing but the reservation is stored.
      const saving = auth.accounts.change(agent.id, () => ({ renamed, emailKey: other.email }))
      await expect(saving).rejects.toMatchObject({ code: 'CONFLICT' })
      expect((await auth.accounts.find(agent.id))?.username).toBe('meera.homes')
      expect(await auth.store.collection('freed-names').countDocuments({})).toBe(1)
    })

    it('counts: ten of one account are reserved, so that it cannot reserve them all', async () => {
      const { people } = await start()
      const person = await people.enter({ username: 'hoarder0' })
      for (let at = 1; at <= 10; at += 1) await people.change(person, { username: `hoarder${at}` })
      await expect(people.change(person, { username: 'hoarder11' })).rejects.toMatchObject({
        code: 'TOO_MANY_REQUESTS',
        message: expect.stringMatching(/^You have changed your username 10 times in 90 days\./),
      })
      expect(await people.change(person, { username: 'Hoarder10' })).toMatchObject({ username: 'Hoarder10' })
      expect(await people.change(person, { username: 'hoarder0' })).toMatchObject({ username: 'hoarder0' })
    })
  })
}
