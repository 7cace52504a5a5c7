import { describe, expect, it } from 'vitest'
import { type Asker, createPasswords } from './passwords.ts'
import { CHEAP } from './testing/start.ts'

it('hashes at the cost that OWASP asks for', async () => {
  const { hash, verify } = createPasswords()
  const stored = await hash('correct horse')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verify(stored, 'correct horse')).toBe(true)
  expect(await verify(stored, 'wrong horse')).toBe(false)
  expect(await verify(null, 'correct horse')).toBe(false)
})

/** Returns how many of the crowd's were checked before that of `one`, who comes last. */
async function turnOf(one: Asker, crowd: Asker[]): Promise<number> {
  const { verify } = createPasswords({ cost: CHEAP })
  const checked: Asker[] = []
  const check = (asker: Asker) => verify(null, 'a guess', asker).then(() => checked.push(asker))
  await Promise.all([...crowd, one].map(check))
  return checked.indexOf(one)
}

const times = (count: number, of: (at: number) => Asker) => Array.from({ length: count }, (_, at) => of(at))

describe('a turn to check a password', () => {
  const own = { address: '203.0.113.9' }

  it('comes after one of each other IP address, however many those ask for', async () => {
    const crowd = times(100, (at) => ({ address: `198.51.100.${at % 5}` }))
    expect(await turnOf(own, crowd)).toBeLessThan(15)
  })

  it('counts an IPv6 /48 as one network, within which each customer has turns', async () => {
    const network = times(100, (at) => ({ address: `2001:db8:7:${at}::1` }))
    expect(await turnOf(own, network)).toBeLessThan(10)
    const customer = times(100, () => ({ address: '2001:db8:7:1::1' }))
    expect(await turnOf({ address: '2001:db8:7:2::1' }, customer)).toBeLessThan(10)
  })

  it('comes at once for a known person, whatever crowd of strangers waits, and not the other way round', async () => {
    const strangers = times(150, (at) => ({ address: `198.51.100.${at}` }))
    expect(await turnOf({ ...own, known: 'asha' }, strangers)).toBeLessThan(10)
    const known = times(150, (at) => ({ address: `198.51.100.${at}`, known: `person ${at}` }))
    expect(await turnOf(own, known)).toBeLessThan(10)
  })
})
