import { setTimeout as pause } from 'node:timers/promises'
import { retryUntilOk } from '@aangan/platform/chat-faults/people'
import { CACHED_TOKENS } from '@aangan/service-kit/identity'
import type { Row } from '../table.ts'
import { type Collected, NAMES, PARTS, withCollecting } from './collected.ts'
import { enterPairs, openTab, type Pair, type Person, say } from './load.ts'
import { slopeOf } from './slope.ts'
import { showTokens } from './tokens.ts'
import { UNLIMITED_MESSAGES } from './unlimited.ts'

const MINUTES = Number(process.env.CHURN_MINUTES ?? 30)
const SAMPLES = Math.max(10, MINUTES)
/**
 * Samples before are skipped: permanent allocations (first use of each account and transport, what the engine learns of
 * hot code) are still growing. In visits, as a busy machine makes half as many a minute.
 */
const WARM_VISITS = 10_000
const LEAST_SAMPLES = 10
/** Growth per hour as a share of heap size. */
const LIMIT = 0.01
const PAIRS = 100
const AT_ONCE = 20
/** One in this many visits writes: the stand-in for MongoDB scans its whole data on each query. */
const WRITES = 4
const STAY_MS = 1_000
const TRANSPORTS = [['websocket'], ['polling'], ['polling', 'websocket']]
/** Generous, for a busy machine. */
const ACK_MS = 20_000

type Sample = Collected & { hours: number; visits: number }

/** People connect, watch, write, read and disconnect; measures whether node or gateway leak memory per visit. */
export function benchChatChurn(): Promise<Row[]> {
  return withCollecting(UNLIMITED_MESSAGES, async ({ url, parts, identity }, collect) => {
    const people = await enterPairs(url, PAIRS)
    // Fills the token cache to its maximum up front; otherwise it would grow for hours and look like a leak.
    await showTokens(parts['realtime-1']?.url ?? '', identity, CACHED_TOKENS)
    const samples: Sample[] = []
    const began = performance.now()
    let visits = 0
    for (let sample = 1; sample <= SAMPLES; sample += 1) {
      visits += await comeAndGo(url, people, performance.now() + (MINUTES * 60_000) / SAMPLES)
      samples.push({ hours: (performance.now() - began) / 3_600_000, visits, ...(await collect()) })
      console.log(
        `${visits} visits, ${PARTS.map((part) => `${part} ${mb(samples.at(-1)?.[part].heapUsed)}`).join(', ')}`,
      )
    }
    const warm = samples.filter((sample) => sample.visits > WARM_VISITS)
    if (warm.length < LEAST_SAMPLES)
      throw new Error(
        `Only ${warm.length} samples are left after ${WARM_VISITS} of ${visits} visits: set CHURN_MINUTES higher`,
      )
    return PARTS.map((part) => rowOf(part, warm, visits))
  })
}

function rowOf(part: (typeof PARTS)[number], samples: Sample[], visits: number): Row {
  const points = samples.map(({ hours, [part]: { heapUsed } }) => ({ x: hours, y: heapUsed }))
  const size = points.reduce((sum, { y }) => sum + y, 0) / points.length
  const growth = slopeOf(points)
  return {
    figure: `${visits} visits in ${MINUTES} minutes: growth of the ${NAMES[part]}'s heap`,
    ours: `${(growth / 1_000).toFixed(0)} kB an hour`,
    other: `1 % of ${mb(size)}`,
    ratio: growth / (size * LIMIT),
    limit: 1,
  }
}

/** @returns the number of visits; all of them have ended */
async function comeAndGo(url: string, people: Pair<Person>[], until: number): Promise<number> {
  let visits = 0
  const runLane = async (lane: number) => {
    // Lanes use disjoint chats, so that no two concurrent visits share a person.
    for (let at = lane; performance.now() < until; at += AT_ONCE) {
      const pair = people[at % people.length]
      if (pair) await visit(url, pair, at)
      visits += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, lane) => runLane(lane)))
  return visits
}

/** Both people of a chat connect, one in WRITES visits sends and reads a message, both disconnect. */
async function visit(url: string, [one, other]: Pair<Person>, at: number): Promise<void> {
  const transports = TRANSPORTS[at % TRANSPORTS.length]
  const tabs = await Promise.all([openTab(url, one, transports), openTab(url, other, transports)])
  const chatIds = [one.chatId]
  for (const { socket } of tabs) await socket.timeout(ACK_MS).emitWithAck('watch', { chatIds })
  await pause(STAY_MS * Math.random())
  tabs[0].socket.emit('typing', { chatId: one.chatId })
  if (Math.floor(at / AT_ONCE) % WRITES === 0) {
    await say(url, one, tabs[1])
    await retryUntilOk(url, `/chats/read/${one.chatId}`, { cookie: other.cookie, method: 'PUT' })
  }
  for (const { socket } of tabs) socket.close()
}

function mb(bytes = 0): string {
  return `${(bytes / 1_000_000).toFixed(2)} MB`
}
