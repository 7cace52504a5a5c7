import { hostname } from 'node:os'
import type { Bus } from '@aangan/service-kit/bus/bus'
import type { Parts } from '@aangan/service-kit/parts'
import type { App } from '@aangan/service-kit/server'

const EVERY_MS = 1_000
const ALL_ADDRESSES = new Set(['0.0.0.0', '::'])

interface Node {
  name: string
  /** The address for gateways, if it differs from the listening one. */
  url: string | undefined
  connections(): number
  isDraining(): boolean
}

interface AnnounceParts {
  bus: Bus
  log: Parts['log']
  afterEach(isAnnounced: boolean): void
}

export function announceNode(app: App, node: Node, { bus, log, afterEach }: AnnounceParts) {
  async function announce(): Promise<void> {
    const facts = { connections: node.connections(), draining: node.isDraining() }
    try {
      await bus.broadcast('realtime.node', { node: node.name, address: node.url ?? addressOf(app), ...facts })
      afterEach(true)
    } catch (error) {
      log.debug({ err: error }, 'could not announce this node to the gateways')
      afterEach(false)
    }
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    timer = setInterval(() => void announce(), EVERY_MS)
    log.info({ address: node.url ?? addressOf(app) }, 'accepting sockets')
    await announce()
  })
  return { announce, stop: () => clearInterval(timer) }
}

/** For a node that listens on all addresses: its host name, which resolves to it inside a container. */
function addressOf({ server }: App): string {
  const address = server.address()
  if (address === null) throw new Error('announceNode needs a listening server: its address is null')
  if (typeof address === 'string') return `unix:${address}`
  const host = ALL_ADDRESSES.has(address.address) ? hostname() : address.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}
