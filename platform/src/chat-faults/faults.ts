import { setTimeout as pause } from 'node:timers/promises'
import type { Outage, Person } from './people.ts'
import type { Part, ScaledSite } from './site.ts'

export const KINDS = ['kill', 'freeze'] as const
export interface Fault {
  part: string
  kind: (typeof KINDS)[number]
}

const FROZEN_MS = 5_000
/** Delay until a process supervisor restarts a dead process. */
const DEAD_MS = 1_000
const LIMIT_MS = 60_000

export function everyFault({ parts }: ScaledSite): Fault[] {
  return Object.keys(parts).flatMap((part) => KINDS.map((kind) => ({ part, kind })))
}

const KILLED = ['chats-1', 'realtime-1', 'nats', 'redis', 'store', 'gateway']
const FROZEN = ['realtime-1', 'nats', 'store']

/** For each test run; the benchmark `chat-faults` has all. */
export const SHORT: readonly Fault[] = [
  ...KILLED.map((part) => ({ part, kind: 'kill' }) as const),
  ...FROZEN.map((part) => ({ part, kind: 'freeze' }) as const),
]

/**
 * Kills a part with SIGKILL and restarts it, or freezes it for five seconds. Resolves once everyone is connected again.
 * @returns the outages that began since the fault, all of them over
 */
export async function injectFault(site: ScaledSite, { part, kind }: Fault, people: Person[]): Promise<Outage[]> {
  const at = Date.now()
  const target = site.parts[part]
  if (!target) throw new Error(`Unknown part ${part}: the site has ${Object.keys(site.parts).join(', ')}`)
  await (kind === 'kill' ? kill(target) : freeze(target))
  await until(
    () => people.every(({ socket }) => socket.connected),
    `reconnection of all clients after ${kind} of ${part}`,
  )
  return people.flatMap(({ outages }) => outages.filter(({ lostAt }) => lostAt >= at))
}

async function kill(part: Part): Promise<void> {
  await part.end('SIGKILL')
  await pause(DEAD_MS)
  await part.start()
}

async function freeze(part: Part): Promise<void> {
  part.freeze()
  await pause(FROZEN_MS)
  part.thaw()
}

/** Polls until `isTrue`; throws with `what` after a minute. */
async function until(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + LIMIT_MS
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`Timed out after ${LIMIT_MS / 1_000} s waiting for ${what}`)
    await pause(100)
  }
}
