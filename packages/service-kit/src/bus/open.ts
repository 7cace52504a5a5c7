import type { Broadcasts, Events, Requests } from '@aangan/contracts/events'
import { ConfigError } from '../config.ts'
import type { Bus, Questions } from './bus.ts'
import type { BusOptions } from './options.ts'
import type { ParkedEvents, ParkedOptions } from './parked.ts'

const SQLITE = 'sqlite:'

/**
 * `url` may list several NATS servers (JetStream, 2.9 or later), separated by commas; they may be unavailable for now.
 */
export async function openBus<E = Events, R extends Questions<R> = Requests, B = Broadcasts>(
  url: string,
  options: BusOptions,
): Promise<Bus<E, R, B>> {
  if (url.startsWith(SQLITE) && url.length > SQLITE.length) {
    const { openSqliteBus } = await import('./sqlite.ts')
    return openSqliteBus(url.slice(SQLITE.length), options)
  }
  if (url.startsWith('nats://')) {
    const { openNatsBus } = await import('./nats.ts')
    return openNatsBus(url, options)
  }
  throw notABus(url)
}

/** For an operator's tool, beside the processes that use the bus. `url` as for `openBus`. */
export async function openParked(url: string, options: ParkedOptions): Promise<ParkedEvents> {
  if (url.startsWith(SQLITE) && url.length > SQLITE.length) {
    const { openSqliteParked } = await import('./sqlite-parked.ts')
    return openSqliteParked(url.slice(SQLITE.length), options)
  }
  if (url.startsWith('nats://')) {
    const { openNatsParked } = await import('./nats-parked.ts')
    return openNatsParked(url, options)
  }
  throw notABus(url)
}

function notABus(url: string): Error {
  return new ConfigError(`"${url}" is not the address of a bus: use sqlite:FOLDER or nats://HOST:PORT`)
}
