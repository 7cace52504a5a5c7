import { setTimeout as pause } from 'node:timers/promises'
import { insist } from '@aangan/platform/chat-faults/people'
import { CACHED_TOKENS } from '@aangan/service-kit/identity'
import type { Row } from '../table.ts'
import { type Collected, NAMES, PARTS, withCollecting } from './collected.ts'
import { enterPairs, openTab, type Pair, type Person, say } from './load.ts'
import { slopeOf } from './slope.ts'
import { showTokens } from './tokens.ts'

const MINUTES = Number(process.env.CHURN_MINUTES ?? 30)
/** One a minute. */
const SAMPLES = Math.max(10, MINUTES)
/** Before that, what is kept for good (compiled code, whoever was seen once) has not been kept yet. */
const WARM_SAMPLES = SAMPLES / 5
/** Growth in an hour, as a share of what is used. */
const LIMIT = 0.01
const PAIRS = 100
const AT_ONCE = 20
/** One of so many visits writes: the store that may stand in for MongoDB finds things by reading all there is. */
const WRITES = 4
const LOOK_MS = 1_000
const TRANSPORTS = [['websocket'], ['polling'], ['polling', 'websocket']]
/** A busy machine is slow. */
const ACK_MS = 20_000

type Sample = Collected & { hours: number }

/** People come, watch, write, read and leave; whether the node or the gateway keeps something of each. */
export function benchChatChurn(): Promise<Row[]> {
  return withCollecting({ MESSAGE_LIMIT: '1000000' }, async ({ url, parts, identity }, collect) => {
    const people = await enterPairs(url, PAIRS)
    // They would fill the cache of a node for hours, and only then it is as large as it ever gets.
    await showTokens(parts['realtime-1']?.url ?? '', identity, CACHED_TOKENS)
    const samples: Sample[] = []
    const began = performance.now()
    let visits = 0
    for (let sample = 1; sample <= SAMPLES; sample += 1) {
      visits += await comeAndGo(url, people, performance.now() + (MINUTES * 60_000) / SAMPLES)
      samples.push({ hours: (performance.now() - began) / 3_600_000, ...(await collect()) })
      console.log(
        `${visits} visits, ${PARTS.map((part) => `${part} ${mb(samples.at(-1)?.[part].heapUsed)}`).join(', ')}`,
      )
    }
    return PARTS.map((part) => rowOf(part, samples.slice(WARM_SAMPLES), visits))
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

/** @returns how many visits there were until then; all of them have ended */
async function comeAndGo(url: string, people: Pair<Person>[], until: number): Promise<number> {
  let visits = 0
  const keepComing = async (lane: number) => {
    // A lane has chats of its own, so that two of its visits never wait for the same person.
    for (let at = lane; performance.now() < until; at += AT_ONCE) {
      const pair = people[at % people.length]
      if (pair) await visit(url, pair, at)
      visits += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, lane) => keepComing(lane)))
  return visits
}

/** Both people of a chat come; now and then one writes and the other reads; both leave. */
async function visit(url: string, [one, other]: Pair<Person>, at: number): Promise<void> {
  const transports = TRANSPORTS[at % TRANSPORTS.length]
  const tabs = await Promise.all([openTab(url, one, transports), openTab(url, other, transports)])
  const chatIds = [one.chatId]
  for (const { socket } of tabs) await socket.timeout(ACK_MS).emitWithAck('watch', { chatIds })
  await pause(LOOK_MS * Math.random())
  tabs[0].socket.emit('typing', { chatId: one.chatId })
  if (Math.floor(at / AT_ONCE) % WRITES === 0) {
    await say(url, one, tabs[1])
    await insist(url, `/chats/read/${one.chatId}`, { cookie: other.cookie, method: 'PUT' })
  }
  for (const { socket } of tabs) socket.close()
}

function mb(bytes = 0): string {
  return `${(bytes / 1_000_000).toFixed(2)} MB`
}
