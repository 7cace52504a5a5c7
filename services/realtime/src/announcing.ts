import { hostname } from 'node:os'
import type { Bus } from '@aangan/service-kit/bus/bus'
import type { Parts } from '@aangan/service-kit/parts'
import type { App } from '@aangan/service-kit/server'

const EVERY_MS = 1_000
const ALL_ADDRESSES = new Set(['0.0.0.0', '::'])

interface Node {
  name: string
  /** Where gateways reach it, where it is not where it listens. */
  url: string | undefined
  connections(): number
  isDraining(): boolean
}

interface Told {
  bus: Bus
  log: Parts['log']
  /** Called after each announcement, with whether the bus took it. */
  afterEach(isTold: boolean): void
}

/** Tells gateways every second, from when the app listens, where this node is and how many sockets it has. */
export function announceNode(app: App, node: Node, { bus, log, afterEach }: Told) {
  async function tell(): Promise<void> {
    const facts = { connections: node.connections(), draining: node.isDraining() }
    try {
      await bus.broadcast('realtime.node', { node: node.name, address: node.url ?? addressOf(app), ...facts })
      afterEach(true)
    } catch (error) {
      log.debug({ err: error }, 'gateways were not told of this node')
      afterEach(false)
    }
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    timer = setInterval(() => void tell(), EVERY_MS)
    log.info({ address: node.url ?? addressOf(app) }, 'taking sockets')
    await tell()
  })
  return { tell, stop: () => clearInterval(timer) }
}

/** One that listens on all addresses is known by the machine's name, which in a container leads to it. */
function addressOf({ server }: App): string {
  const address = server.address()
  if (address === null) throw new Error('the node is announced before it listens')
  if (typeof address === 'string') return `unix:${address}`
  const host = ALL_ADDRESSES.has(address.address) ? hostname() : address.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}
