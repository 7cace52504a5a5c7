import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../search/percentile.ts'
import type { Row } from '../table.ts'
import { spentOn } from './cpu.ts'
import { closeTabs, enterPairs, type Pair, type Person, say, talk } from './load.ts'
import { nameOf, openTabsAt } from './placing.ts'
import { pidsOf, withScaledSite } from './with-scaled-site.ts'

const COST_LIMIT = 1.2
const OTHERS_LIMIT_US = 15
const LATENCY_LIMIT = 1.5
const CHATS = 20
const MESSAGES = 600
const WARM_MESSAGES = [1_000, 200]
const ROUNDS = 4
const REST_MS = 5_000
/** Messages of each kind whose way is timed, one after the other. */
const TIMED = 300

/** What a second node costs: processor time of both, and the time until a message is shown across them. */
export function benchChatNodes(): Promise<Row[]> {
  return withScaledSite(
    { keepsData: false, chats: 1, realtime: 2, env: { MESSAGE_LIMIT: '1000000', UPSTREAM_TIMEOUT_MS: '20000' } },
    async (site) => {
      const pids = pidsOf(site, ['realtime-1', 'realtime-2'])
      const names = await Promise.all(Object.keys(pids).map((name) => nameOf(site.parts[name]?.url ?? '')))
      const people = await enterPairs(site.url, CHATS)
      const measure = { url: site.url, people, pids, names }
      return [...(await costRows(measure)), ...(await latencyRows(measure))]
    },
  )
}

interface Measure {
  url: string
  people: Pair<Person>[]
  pids: Record<string, number>
  /** Of the two nodes, as session ids begin. */
  names: string[]
}

/** A message's share of both nodes, in microseconds. */
interface Cost {
  first: number
  second: number
}

async function costRows({ url, people, pids, names }: Measure): Promise<Row[]> {
  /** Who writes to whom: all at the first node; or half of the pairs within a node, and half across, each way. */
  const layouts = {
    one: () => [0, 0],
    two: (at: number) => [at % 2, (at >> 1) % 2],
  }
  const costs: Record<keyof typeof layouts, Cost[]> = { one: [], two: [] }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const layout of ['one', 'two'] as const) {
      const pairs = await openTabsAt(url, people, (at) => layouts[layout](at).map((node) => names[node] ?? ''))
      await talk(url, pairs, WARM_MESSAGES[Math.min(round, 1)] ?? 0)
      const cost = await costAbove(pids, () => talk(url, pairs, MESSAGES))
      console.log(`pages at ${layout}: the nodes took ${us(cost.first)} and ${us(cost.second)} for a message`)
      costs[layout].push(cost)
      closeTabs(pairs)
    }
  const least = (all: number[]) => Math.min(...all)
  const one = least(costs.one.map(({ first }) => first))
  const two = least(costs.two.map(({ first, second }) => first + second))
  const others = least(costs.one.map(({ second }) => second))
  return [
    {
      figure: 'a message, processor time of two nodes',
      ours: us(two),
      other: `of one ${us(one)}`,
      ratio: two / one,
      limit: COST_LIMIT,
    },
    {
      figure: 'a message for which a node has no receiver',
      ours: us(others),
      other: `limit ${us(OTHERS_LIMIT_US)}`,
      ratio: others / OTHERS_LIMIT_US,
      limit: 1,
    },
  ]
}

/** What nodes do in the same time at rest (telling of themselves, asking the bus) is not what messages cost. */
async function costAbove(pids: Record<string, number>, work: () => Promise<void>): Promise<Cost> {
  const rest = await spentOn(pids, () => pause(REST_MS))
  const began = performance.now()
  const spent = await spentOn(pids, work)
  const tookMs = performance.now() - began
  const of = (name: string) => ((spent[name] ?? 0) - ((rest[name] ?? 0) * tookMs) / REST_MS) / MESSAGES
  return { first: of('realtime-1'), second: of('realtime-2') }
}

async function latencyRows({ url, people: [one, other], names: [near = '', far = ''] }: Measure): Promise<Row[]> {
  if (!one || !other) throw new Error('Nobody is there to write.')
  const pairs = await openTabsAt(url, [one, other], (at) => [near, at === 0 ? near : far])
  await talk(url, pairs, TIMED)
  const ways = pairs.map((pair) => ({ pair, shown: [] as number[], after: [] as number[] }))
  for (let at = 0; at < TIMED; at += 1)
    for (const { pair, shown, after } of ways) {
      const { shownMs, answeredMs } = await say(url, pair[0].person, pair[1])
      shown.push(shownMs)
      after.push(shownMs - answeredMs)
    }
  closeTabs(pairs)
  const row = (figure: string, [within = [], across = []]: number[][]): Row => {
    const [ours, others] = [percentile(across, 0.5), percentile(within, 0.5)]
    const ratio = ours / others
    return { figure, ours: ms(ours), other: `within one ${ms(others)}`, ratio, limit: LATENCY_LIMIT }
  }
  return [
    row(
      `from sending to shown, across nodes (median of ${TIMED})`,
      ways.map(({ shown }) => shown),
    ),
    row(
      `from its answer to shown, across nodes (median of ${TIMED})`,
      ways.map(({ after }) => after),
    ),
  ]
}

function us(cost: number): string {
  return `${cost.toFixed(1)} µs`
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`
}
