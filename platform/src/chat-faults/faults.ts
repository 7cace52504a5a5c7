import { setTimeout as pause } from 'node:timers/promises'
import type { Outage, Person } from './people.ts'
import type { Part, ScaledSite } from './site.ts'

export const KINDS = ['kill', 'freeze'] as const
export interface Fault {
  part: string
  kind: (typeof KINDS)[number]
}

const FROZEN_MS = 5_000
/** Whoever watches over processes starts a dead one again after so long. */
const DEAD_MS = 1_000
const LIMIT_MS = 60_000

/** Both kinds for each part. */
export function everyFault({ parts }: ScaledSite): Fault[] {
  return Object.keys(parts).flatMap((part) => KINDS.map((kind) => ({ part, kind })))
}

/** Each kind once for each part that a message passes through. */
export const SHORT: readonly Fault[] = ['chats-1', 'realtime-1', 'nats', 'redis', 'store', 'gateway'].flatMap((part) =>
  KINDS.map((kind) => ({ part, kind })),
)

/**
 * Kills a part with SIGKILL and starts it again, or freezes it for five seconds; returns once all people are connected
 * again.
 * @returns the outages that began since the fault, all of them over
 */
export async function inflict(site: ScaledSite, { part, kind }: Fault, people: Person[]): Promise<Outage[]> {
  const at = Date.now()
  const one = site.parts[part]
  if (!one) throw new Error(`there is no part ${part}`)
  await (kind === 'kill' ? kill(one) : freeze(one))
  await until(() => people.every(({ socket }) => socket.connected), `all are connected again after ${kind} of ${part}`)
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

/** Waits for a state that must come; throws, naming it, where it does not. */
async function until(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + LIMIT_MS
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`In ${LIMIT_MS / 1_000} s it did not come true that ${what}`)
    await pause(100)
  }
}
