import type { Broadcasts, Events, Requests } from '@aangan/contracts/events'
import type { Bus, Questions } from './bus.ts'
import type { BusOptions } from './options.ts'

const SQLITE = 'sqlite:'

/**
 * Opens the bus that `BUS_URL` names: `sqlite:FOLDER` keeps its log in `FOLDER/bus.db`; `nats://[user:password@]host:port`,
 * several joined by commas, is a NATS server with JetStream, 2.9 or later, which may be away for now. Each is loaded only where
 * it is used. Throws one sentence when the address is neither or the file cannot be used.
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
  throw new Error(`"${url}" is no address of a bus: use sqlite:FOLDER or nats://HOST:PORT`)
}
