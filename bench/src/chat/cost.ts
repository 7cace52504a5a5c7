import { freshDatabase } from '@aangan/service-kit/testing/mongo-server'
import { freePort, startProcess } from '../site-process.ts'
import type { Row } from '../table.ts'
import { spentOn, sumOf } from './cpu.ts'
import { closeTabs, enterPairs, openTabs, type Pair, say, type Tab, talk } from './load.ts'
import { UNLIMITED_MESSAGES } from './unlimited.ts'
import { pidsOf, withScaledSite } from './with-scaled-site.ts'

const LIMIT = 3
const CHATS = 20
const MESSAGES = 500
/** Until then code is interpreted and several times slower. */
const WARM_MESSAGES = 2_000
/** The cheapest round counts: other load on the machine only adds. */
const ROUNDS = 4
/** Our processes. The store, NATS and Redis are listed separately. */
const OURS = ['gateway', 'chats-1', 'realtime-1', 'auth-1', 'users-1']
const STORE = ['store']
const BUS = ['nats', 'redis']

interface Side {
  url: string
  pairs: Pair<Tab>[]
  pids: Record<string, number>
}

type Spent = Record<string, number>

/** Processor time per message, posted and shown to the other person, against a single process that does only that. */
export function benchChatCost(): Promise<Row[]> {
  return withScaledSite(
    { keepsData: false, chats: 1, realtime: 1, env: { ...UNLIMITED_MESSAGES, UPSTREAM_TIMEOUT_MS: '20000' } },
    async (site) => {
      const stored = site.parts.store?.url ?? ''
      const env = { STORE_URL: freshDatabase(stored), PORT: String(await freePort()) }
      const args = ['--import', 'tsx', 'bench/src/chat/peer.ts']
      const peer = await startProcess({ command: process.execPath, args, env, readyPath: '/livez' })
      const sides: Side[] = []
      try {
        for (const [url, pids] of [
          [site.url, pidsOf(site, [...OURS, ...STORE, ...BUS])],
          [peer.url, { peer: peer.pid, ...pidsOf(site, STORE) }],
        ] as const)
          sides.push({ url, pids, pairs: await openTabs(url, await enterPairs(url, CHATS)) })
        for (const { url, pairs } of sides) await talk(pairs, WARM_MESSAGES, (from, to) => say(url, from, to))
        const [ours = {}, others = {}] = await leastOf(sides)
        return rowsOf(ours, others)
      } finally {
        for (const { pairs } of sides) closeTabs(pairs)
        await peer.stop()
      }
    },
  )
}

/**
 * Returns the cheapest round of each side, in microseconds per message by process. Rounds alternate between the sides.
 */
async function leastOf(sides: Side[]): Promise<Spent[]> {
  const rounds = sides.map((): Spent[] => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, { url, pairs, pids }] of sides.entries()) {
      const spent = await spentOn(pids, () => talk(pairs, MESSAGES, (from, to) => say(url, from, to)))
      const each = Object.fromEntries(Object.entries(spent).map(([name, used]) => [name, used / MESSAGES]))
      console.log(
        Object.entries(each)
          .map(([name, used]) => `${name} ${us(used)}`)
          .join(', '),
      )
      rounds[at]?.push(each)
    }
  }
  return rounds.map((all) => all.toSorted((one, other) => costOf(one) - costOf(other))[0] ?? {})
}

function costOf(spent: Spent): number {
  return partOf(spent, [...OURS, 'peer'])
}

function partOf(spent: Spent, names: string[]): number {
  return sumOf(names.map((name) => spent[name] ?? 0))
}

function rowsOf(ours: Spent, others: Spent): Row[] {
  const peer = costOf(others)
  const row = (figure: string, cost: number, against = peer): Row => ({
    figure,
    ours: us(cost),
    other: `one process ${us(against)}`,
    ratio: cost / against,
  })
  return [
    { ...row('a message posted and shown', costOf(ours)), limit: LIMIT },
    row('of it the gateway', partOf(ours, ['gateway'])),
    row('of it chats', partOf(ours, ['chats-1'])),
    row('of it realtime', partOf(ours, ['realtime-1'])),
    row('of it auth and users', partOf(ours, ['auth-1', 'users-1'])),
    row('besides, NATS and Redis', partOf(ours, BUS)),
    row('besides, the store', partOf(ours, STORE), partOf(others, STORE)),
  ]
}

function us(cost: number): string {
  return `${cost.toFixed(0)} µs`
}
