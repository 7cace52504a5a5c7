import { randomBytes } from 'node:crypto'
import { AppError } from '@aangan/service-kit/errors'
import { allAnswer } from '@aangan/service-kit/health'
import type { Parts } from '@aangan/service-kit/parts'
import { type App, createServer } from '@aangan/service-kit/server'
import { announceNode } from './announcing.ts'
import type { RealtimeConfig } from './config.ts'
import { serveSockets } from './connections.ts'
import { drain } from './draining.ts'
import { forwardEvents } from './events.ts'
import { createGate } from './gate.ts'
import { guardConnections } from './guards.ts'
import { openIo } from './io.ts'
import { createPersonTurns } from './person-turns.ts'
import { createPresence } from './presence.ts'
import { followRemovedAccounts } from './removed-accounts.ts'
import { addSocketRoute } from './routes.ts'
import { followSessions } from './sessions.ts'
import { measureSockets } from './socket-metrics.ts'

interface RealtimeParts extends Pick<Parts, 'bus' | 'log' | 'metrics' | 'identity'> {
  config: RealtimeConfig
  /** The monotonic clock, in milliseconds; that of the process by default. */
  elapsedMs?: () => number
}

/** One node of the chat tier. `close` drains it first. */
export async function buildRealtime({
  config,
  elapsedMs = () => performance.now(),
  ...parts
}: RealtimeParts): Promise<App> {
  const { bus } = parts
  const name = randomBytes(4).toString('hex')
  const log = parts.log.child({ service: 'realtime', node: name })
  const { engine, io, isShared, close } = await openIo(name, { redisUrl: config.REDIS_URL, log })
  const gate = createGate(engine, config)
  const busAnswers = allAnswer({ bus })
  const app = createServer({
    name: 'realtime',
    parts,
    ready: async () => {
      if (gate.isClosed()) throw new AppError('UNAVAILABLE', 'Not ready: this node is stopping')
      await busAnswers()
    },
  })
  const guards = guardConnections(engine, log)
  measureSockets(parts.metrics, { io, engine }, config.SOCKET_LIMIT)
  const presence = createPresence(io, { node: name, isShared })
  const sessions = await followSessions(io, { bus, log, elapsedMs })
  const removals = await followRemovedAccounts(io, bus)
  const takeTurn = createPersonTurns()
  const telling = await forwardEvents({ io, bus, presence, takeTurn, log, onGap: sessions.doubt })
  serveSockets({ io, gate, sessions, removals, presence, takeTurn, bus, log })
  const route = addSocketRoute(app, engine, gate)
  const announcing = announceNode(
    app,
    { name, url: config.NODE_URL, connections: () => engine.clientsCount, isDraining: gate.isClosed },
    {
      bus,
      log,
      afterEach(isAnnounced) {
        if (!isAnnounced) sessions.doubt()
        sessions.renew()
        void sessions.check()
        guards.closeSlow()
        route.closeFloods(log)
      },
    },
  )
  app.addHook('preClose', async () => {
    gate.close()
    await announcing.announce()
    await drain(io, config.DRAIN_MS)
    announcing.stop()
    presence.stop()
    await Promise.all([telling.stop(), removals.stop(), sessions.stop()])
    await close()
    route.end()
  })
  return app
}
