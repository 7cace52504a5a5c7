import { randomInt } from 'node:crypto'
import type { JetStreamManager } from 'nats'
import { AppError } from '../errors.ts'
import { CONSUMER_NOT_FOUND } from './nats-consumer.ts'
import { found } from './nats-stream.ts'

/** How many processes of a part can follow events. */
const MOST = 64

/** The possible names of a user's tails: permissions of NATS know no name that only begins like this. */
export function tailNames(user: string): string[] {
  return Array.from({ length: MOST }, (_, number) => `${user}-tail-${number + 1}`)
}

/** A name that no consumer has. Two processes may get the same one: each then notices events that it did not get. */
export async function freeTailName(jsm: JetStreamManager, stream: string, user: string): Promise<string> {
  const names = tailNames(user)
  const first = randomInt(MOST)
  for (const name of [...names.slice(first), ...names.slice(0, first)]) {
    if ((await found(jsm.consumers.info(stream, name), CONSUMER_NOT_FOUND)) === undefined) return name
  }
  throw new AppError('UNAVAILABLE', `${MOST} processes of ${user} follow events on NATS; stop one first`)
}
