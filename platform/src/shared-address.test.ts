import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createAttempts } from '@aangan/auth/attempts'
import { countOf, createHourly } from '@aangan/auth/hourly'
import { AUTH_MIGRATIONS } from '@aangan/auth/migrations'
import { createAuthStore } from '@aangan/auth/store'
import { limitAtOnce } from '@aangan/gateway/at-once-limit'
import { UPLOADS_AT_ONCE } from '@aangan/gateway/body-limit'
import { createHourlyLimit, REPORTS_PER_PERSON } from '@aangan/gateway/hourly-limits'
import { IN_FLIGHT_PER_PERSON } from '@aangan/gateway/in-flight'
import type { LimitKeys } from '@aangan/gateway/limit-keys'
import { createRequestRate } from '@aangan/gateway/request-rate'
import { createGate } from '@aangan/realtime/gate'
import { openIo } from '@aangan/realtime/io'
import { AppError } from '@aangan/service-kit/errors'
import { createLog } from '@aangan/service-kit/log'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { newSqliteUrl } from '@aangan/service-kit/testing/sqlite-url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readSiteConfig } from './site-config.ts'

const PEOPLE = 2_000
/** Who sign in together: their writes share a commit, which is most of the time that one takes. */
const AT_ONCE = 40
const ADDRESS = '203.0.113.7'
const config = readSiteConfig({})

const visitor: LimitKeys = { address: ADDRESS, person: () => null }
const personOf = (at: number): LimitKeys => ({ address: ADDRESS, person: () => `person ${at}` })
const people = Array.from({ length: PEOPLE }, (_, at) => at)

/** Every limit per address, with its defaults. `refused` counts are of 2,000 people, and of one abuser beside them. */
interface Trial {
  ordinary(): number | Promise<number>
  abuser(): number | Promise<number>
  /** Whether a signed-in neighbour of the abuser is still let through; absent where only visitors are limited. */
  neighbour?(): boolean | Promise<boolean>
}

const trials: Record<string, () => Trial | Promise<Trial>> = {
  'pages, calls and files in a minute'() {
    let time = 0
    const rate = createRequestRate(config.RATE_LIMIT, () => time)
    // A page: its calls, files and, after a restart, a new socket.
    const page = [...Array(4).fill('/posts'), ...Array(9).fill('/media/x'), '/socket.io/']
    const sent = (client: LimitKeys, urls: string[]) => urls.filter((url) => rate.ofAddress(client, url) > 0).length
    return {
      ordinary: () =>
        people.reduce((refused, at) => {
          time = Math.floor((at / PEOPLE) * 60_000)
          return refused + sent(visitor, page)
        }, 0),
      abuser: () => sent(visitor, Array(20_000).fill('/posts')),
      neighbour: () => rate.ofAddress(personOf(1), '/posts') > 0 && rate.ofPerson(personOf(1), '/posts') === 0,
    }
  },

  'requests in flight'() {
    const acquire = limitAtOnce({ perAddress: config.CONCURRENT_LIMIT, perPerson: IN_FLIGHT_PER_PERSON })
    return {
      ordinary() {
        // 14 requests a person and minute, of which each tenth takes 2 s, as on a slow phone, and others 100 ms.
        const ending: { at: number; release: () => void }[] = []
        let refused = 0
        for (let sent = 0; sent < PEOPLE * 14; sent += 1) {
          const time = (sent / (PEOPLE * 14)) * 60_000
          for (const { release } of ending.filter(({ at }) => at <= time)) release()
          ending.splice(0, ending.length, ...ending.filter(({ at }) => at > time))
          const release = acquire(visitor)
          if (release === null) refused += 1
          else ending.push({ at: time + (sent % 10 === 0 ? 2_000 : 100), release })
        }
        for (const { release } of ending) release()
        return refused
      },
      abuser: () => Array.from({ length: 1_000 }, () => acquire(visitor)).filter((release) => release === null).length,
      neighbour: () => acquire(personOf(1)) !== null,
    }
  },

  'uploads at a time: one in a hundred people sends three'() {
    const acquire = limitAtOnce(UPLOADS_AT_ONCE)
    const refused = (count: number, client: (at: number) => LimitKeys) => {
      const taken = Array.from({ length: count }, (_, at) => acquire(client(at)))
      return { count: taken.filter((release) => release === null).length, end: () => taken.map((end) => end?.()) }
    }
    return {
      ordinary() {
        const { count, end } = refused((PEOPLE / 100) * 3, (at) => personOf(Math.floor(at / 3)))
        end()
        return count
      },
      abuser: () => refused(200, () => visitor).count,
      neighbour: () => acquire(personOf(1)) !== null,
    }
  },

  'reports in an hour: one in fifty people sends one'() {
    const take = createHourlyLimit({ perAddress: config.REPORT_LIMIT, perPerson: REPORTS_PER_PERSON }, () => 0)
    return {
      ordinary: () => created(take, Array(PEOPLE / 50).fill(visitor)),
      abuser: () => created(take, Array(200).fill(visitor)),
      neighbour: async () => (await created(take, [personOf(1)])) === 0,
    }
  },

  'new accounts in an hour: one in twenty people registers, after two forms with mistakes'() {
    const take = createHourlyLimit({ perAddress: config.REGISTER_LIMIT, perPerson: 0 }, () => 0)
    return {
      async ordinary() {
        let refused = 0
        for (let at = 0; at < PEOPLE / 20; at += 1) {
          for (const isCreated of [false, false, true]) {
            const { settle } = await take(visitor)
            if (settle === null) refused += 1
            else settle(isCreated)
          }
        }
        return refused
      },
      abuser: () => created(take, Array(1_000).fill(visitor)),
    }
  },

  'links that confirm an address, in an hour: one in twenty people registers and asks twice more'() {
    return ofAuth('confirmFrom', { ordinary: (PEOPLE / 20) * 3, abuser: 400 })
  },

  'forms with an address that has an account, in an hour: one in fifty people'() {
    return ofAuth('taken', { ordinary: PEOPLE / 50, abuser: 100 })
  },

  async 'sockets: two tabs each'() {
    const { engine } = await openIo('node', { redisUrl: undefined, log: createLog({ level: 'silent' }) })
    // Of its connections, only the counts of the gate are of interest here.
    engine.removeAllListeners('connection')
    const gate = createGate(engine, config)
    const open = (id: string | null): boolean => {
      const raw = {} as IncomingMessage
      const identity = id === null ? null : { id, session: '' }
      const request: unknown = { raw, identity, isIdentityKnown: true, headers: { 'x-forwarded-for': ADDRESS } }
      try {
        gate.admit(request as Parameters<typeof gate.admit>[0])
      } catch {
        return false
      }
      return engine.emit('connection', Object.assign(new EventEmitter(), { request: raw }))
    }
    const refused = (ids: (string | null)[]) => ids.filter((id) => !open(id)).length
    return {
      ordinary: () => refused(people.flatMap((at) => [`person ${at}`, `person ${at}`])),
      abuser: () => refused(Array(300).fill(null)) + refused(Array(100).fill('abuser')),
      neighbour: () => open('newcomer'),
    }
  },
}

async function ofAuth(what: 'confirmFrom' | 'taken', tries: { ordinary: number; abuser: number }): Promise<Trial> {
  const store = await openMigratedStore(await newSqliteUrl(), { name: 'auth', migrations: AUTH_MIGRATIONS })
  onTestFinished(() => store.close())
  const hourly = createHourly(createAuthStore(store), () => new Date(0))
  async function refused(count: number): Promise<number> {
    let refusals = 0
    for (let at = 0; at < count; at += 1)
      refusals += Number((await hourly.count(...countOf(what, ADDRESS))).refusal !== null)
    return refusals
  }
  return { ordinary: () => refused(tries.ordinary), abuser: () => refused(tries.abuser) }
}

async function created(take: ReturnType<typeof createHourlyLimit>, clients: LimitKeys[]): Promise<number> {
  let refused = 0
  for (const client of clients) {
    const { settle } = await take(client)
    settle?.(true)
    refused += Number(settle === null)
  }
  return refused
}

describe('an address that 2,000 people share', () => {
  it.each(Object.entries(trials))('has room for what they do, and not for one abuser: %s', async (_what, start) => {
    const { ordinary, abuser, neighbour } = await start()
    expect(await ordinary()).toBe(0)
    expect(await abuser()).toBeGreaterThan(0)
    if (neighbour) expect(await neighbour()).toBe(true)
  })

  it('has room for all to sign in, with their mistakes, and not for guessing at a hundred accounts', async () => {
    const store = await openMigratedStore(await newSqliteUrl(), { name: 'auth', migrations: AUTH_MIGRATIONS })
    let time = 0
    const attempts = createAttempts(createAuthStore(store), config, () => new Date(time))
    /** Returns whether the attempt was refused before its password was checked. */
    async function isRefused(name: string, isRight: boolean, device: string | null = null): Promise<boolean> {
      const check = async () => {
        if (!isRight) throw new AppError('NOT_AUTHENTICATED', 'Invalid Credentials!')
      }
      const trying = attempts.run(attempts.signIn({ name, accountId: name, address: ADDRESS, device }), check)
      return await trying.then(
        () => false,
        (error: AppError) => error.code === 'TOO_MANY_REQUESTS',
      )
    }
    // Three in ten mistype it once, and one in twenty-five gives up after three mistakes.
    const passwordsOf = (at: number) => (at % 25 === 0 ? [false, false, false] : at % 10 < 3 ? [false, true] : [true])
    async function signsIn(at: number): Promise<void> {
      for (const isRight of passwordsOf(at)) expect(await isRefused(`person ${at}`, isRight)).toBe(false)
    }
    for (let first = 0; first < PEOPLE; first += AT_ONCE) {
      time = Math.floor((first / PEOPLE) * 900_000)
      await Promise.all(people.slice(first, first + AT_ONCE).map(signsIn))
    }
    time = 900_000
    let checked = 0
    for (let round = 0; round < 10; round += 1) {
      const refused = await Promise.all(people.slice(0, 100).map((at) => isRefused(`victim ${at}`, false)))
      checked += refused.filter((isOne) => !isOne).length
    }
    expect(checked).toBe(config.LOGIN_LIMIT_ADDRESS)
    expect(await isRefused('person 1', true, 'known')).toBe(false)
    await store.close()
  })
})
