import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bus } from '@aangan/service-kit/bus/bus'
import { openBus } from '@aangan/service-kit/bus/open'
import { createLog } from '@aangan/service-kit/log'
import type { Row } from '../table.ts'
import { spentOn } from './cpu.ts'
import { closeTabs, type Person, type Tab, TEXT, talk } from './load.ts'
import { type Nodes, openTabsAt } from './placing.ts'
import { pidsOf } from './with-scaled-site.ts'

const LIMIT = 1.2
const OTHERS_LIMIT_US = 15
const MESSAGES = 8_000
const WARM_MESSAGES = 12_000
/** The cheapest round counts. */
const ROUNDS = 4
/** Nodes keep state of a closed connection for five seconds. */
const SETTLE_MS = 6_000
const REST_MS = 3_000
/**
 * Node of each person of a pair: all on the first node; each pair on one node; or half of the pairs across both nodes.
 */
const LAYOUTS = {
  one: () => [0, 0],
  within: (at: number) => [at % 2, at % 2],
  two: (at: number) => [at % 2, (at >> 1) % 2],
}

interface Cost {
  first: number
  second: number
}

/**
 * Processor time of two nodes against one node that serves everyone. Messages are published on the bus, as chats does.
 */
export async function nodeCostRows({ site, people, names }: Nodes): Promise<Row[]> {
  const bus = await openBus(site.parts.nats?.url ?? '', { name: 'bench', log: createLog({ level: 'error' }) })
  const write = publishTo(bus)
  const costs: Record<keyof typeof LAYOUTS, Cost[]> = { one: [], within: [], two: [] }
  try {
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const layout of ['one', 'within', 'two'] as const) {
        const pairs = await openTabsAt(site.url, people, (at) => LAYOUTS[layout](at).map((node) => names[node] ?? ''))
        // The first round is a warm-up.
        if (round === 0) await talk(pairs, WARM_MESSAGES, write)
        else costs[layout].push(await costOf(site, () => talk(pairs, MESSAGES, write)))
        closeTabs(pairs)
        for (const { first, second } of costs[layout].slice(-1))
          console.log(`pages at ${layout}: the nodes took ${us(first)} and ${us(second)} for a message`)
      }
  } finally {
    await bus.close()
  }
  const one = Math.min(...costs.one.map(({ first }) => first))
  const [within = 0, two = 0] = [costs.within, costs.two].map((each) =>
    Math.min(...each.map(({ first, second }) => first + second)),
  )
  const others = Math.min(...costs.one.map(({ second }) => second))
  return [
    {
      figure: 'a message delivered, processor time of two nodes',
      ours: us(two),
      other: `of one ${us(one)}`,
      ratio: two / one,
      limit: LIMIT,
    },
    {
      figure: 'the same, against two nodes whose people talk within each alone',
      ours: us(two),
      other: us(within),
      ratio: two / within,
      limit: LIMIT,
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

/** Publishes message.sent, as chats does after storing a message. */
function publishTo(bus: Bus): (from: Person, to: Tab) => Promise<unknown> {
  const revs = new Map<string, number>()
  return async ({ id: userId, chatId }, to) => {
    const rev = (revs.get(chatId) ?? FIRST_REV) + 1
    revs.set(chatId, rev)
    const [id, clientId] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')]
    const facts = { text: TEXT, createdAt: new Date().toISOString(), postId: null, unread: null }
    const data = { id, chatId, userId, receiverId: to.person.id, rev, clientId, ...facts }
    await Promise.all([to.shown(clientId), bus.publish({ id, subject: 'message.sent', data })])
  }
}

/** Above all earlier revs of these chats: nodes drop a rev they have already delivered. */
const FIRST_REV = 1_000_000

/** Subtracts the idle cost (heartbeats, bus polling), measured just before. */
async function costOf(site: Nodes['site'], work: () => Promise<void>): Promise<Cost> {
  const pids = pidsOf(site, ['realtime-1', 'realtime-2'])
  await pause(SETTLE_MS)
  const rest = await spentOn(pids, () => pause(REST_MS))
  const began = performance.now()
  const spent = await spentOn(pids, work)
  const tookMs = performance.now() - began
  const of = (name: string) => ((spent[name] ?? 0) - ((rest[name] ?? 0) * tookMs) / REST_MS) / MESSAGES
  return { first: of('realtime-1'), second: of('realtime-2') }
}

function us(cost: number): string {
  return `${cost.toFixed(1)} µs`
}
