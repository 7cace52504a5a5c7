import { addGauges, type Metrics } from '@aangan/service-kit/metrics'
import type { Server as Engine } from 'engine.io'
import type { Io } from './io.ts'

export function measureSockets(metrics: Metrics, { io, engine }: { io: Io; engine: Engine }, limit: number): void {
  const { sockets } = io.of('/')
  addGauges(metrics, {
    realtime_sockets: { help: 'Open connections of this node', figure: () => engine.clientsCount },
    realtime_people: {
      help: 'People who are signed in on at least one connection of this node',
      figure: () => new Set([...sockets.values()].flatMap(({ data }) => data.userId ?? [])).size,
    },
    realtime_socket_limit: { help: 'SOCKET_LIMIT: connections beyond it are refused', figure: () => limit },
  })
}
