import { setTimeout as pause } from 'node:timers/promises'
import type { Broadcasts } from '@aangan/contracts/events'
import type { Bus } from '@aangan/service-kit/bus/bus'
import type { Parts } from '@aangan/service-kit/parts'
import { closeSpread } from '@aangan/service-kit/spread'
import { createUpstream, type Upstream } from '@aangan/service-kit/upstream'
import { isClosed } from '../passing.ts'
import { createPipes, type Pipes } from './pipes.ts'

/** Nodes announce themselves every second. */
const SILENT_MS = 3_000
/** After this silence the node itself is probed: it may be the bus that is down. */
const PROBE_AFTER_MS = 1_500
const PROBE_TIMEOUT_MS = 1_000
const CHECK_EVERY_MS = 500
/** How long a gateway that just started waits for the first announcement. */
const FIRST_WAIT_MS = 1_500
/** Connections; each long poll holds one. */
const POLLS = 10_000
/** A poll ends with an event, or with the node's next ping after 25 s. */
const POLL_MS = 60_000

export interface Node {
  address: string
  connections: number
  isDraining: boolean
  heardAt: number
  upstream: Upstream
  pipes: Pipes
}

export interface Nodes {
  /** The node of a session; its id begins with the node's name. */
  find(sid: string): Promise<Node | undefined>
  choose(): Promise<Node | undefined>
  open(): number
  /** Closes the WebSockets of all nodes evenly over `durationMs`: clients reconnect, through another gateway. */
  drain(durationMs: number): Promise<void>
  close(): Promise<void>
}

/** Tracks the realtime nodes by their broadcasts, and cuts all connections to one that has gone silent. */
export async function followNodes(bus: Bus, log: Parts['log']): Promise<Nodes> {
  const nodes = new Map<string, Node>()
  let resolveFirst = () => {}
  const first = new Promise<void>((resolve) => {
    resolveFirst = resolve
  })
  const known = Promise.race([first, pause(FIRST_WAIT_MS, undefined, { ref: false })])

  const listening = await bus.listen({
    subjects: ['realtime.node'],
    async handle({ data }) {
      if (!nodes.has(data.node)) replace(data.address)
      nodes.set(data.node, updated(nodes.get(data.node), data))
      resolveFirst()
    },
  })
  let checkedAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    // This process was suspended: the announcements of that time are not read yet.
    const wasSuspended = now - checkedAt > PROBE_AFTER_MS
    checkedAt = now
    for (const [name, node] of nodes) {
      if (wasSuspended) node.heardAt = now
      const silentMs = now - node.heardAt
      if (silentMs > SILENT_MS) leave(name, node, 'a realtime node has gone silent')
      else if (silentMs > PROBE_AFTER_MS) void probe(node)
    }
  }, CHECK_EVERY_MS)

  /** A restarted node has a new name, and would answer the probes of its predecessor for ever. */
  function replace(address: string): void {
    for (const [name, node] of nodes) if (node.address === address) leave(name, node, 'a realtime node was restarted')
  }

  function openNodes(): Node[] {
    return [...nodes.values()].filter(({ isDraining }) => !isDraining)
  }

  function leave(name: string, { address, upstream, pipes }: Node, why: string): void {
    nodes.delete(name)
    log.info({ node: name, address, pipes: pipes.size() }, why)
    pipes.cut()
    upstream.pool
      .destroy()
      .catch((err: unknown) => log.warn({ err, node: name }, 'could not close the connections to a realtime node'))
  }

  return {
    async find(sid) {
      await known
      return nodes.get(sid.split('.', 1)[0] ?? '')
    },
    async choose() {
      await known
      const open = openNodes()
      const fresh = open.filter(({ heardAt }) => performance.now() - heardAt < PROBE_AFTER_MS)
      const node = (fresh.length > 0 ? fresh : open).sort((one, other) => one.connections - other.connections)[0]
      // An estimate until its next announcement.
      if (node) node.connections += 1
      return node
    },
    open: () => openNodes().length,
    async drain(durationMs) {
      const clients = () => [...nodes.values()].flatMap(({ pipes }) => pipes.clients())
      await closeSpread(clients, (client) => client.destroySoon(), durationMs)
    },
    async close() {
      clearInterval(timer)
      await listening.stop()
      for (const [name, node] of nodes) leave(name, node, 'the gateway is stopping')
    },
  }
}

async function probe(node: Node): Promise<void> {
  try {
    const { status } = await node.upstream.get('/livez', { timeoutMs: PROBE_TIMEOUT_MS })
    if (status === 200) node.heardAt = performance.now()
  } catch {
    // Then it counts as silent.
  }
}

function updated(known: Node | undefined, { address, connections, draining }: Broadcasts['realtime.node']): Node {
  const now = { connections, isDraining: draining, heardAt: performance.now() }
  if (known) return Object.assign(known, now)
  const upstream = createUpstream(address, { connections: POLLS, timeoutMs: POLL_MS })
  const node: Node = { address, ...now, upstream, pipes: createPipes(address, () => doubt(node)) }
  upstream.pool.on('disconnect', (_origin, _targets, error) => {
    if (isClosed(error)) doubt(node)
  })
  return node
}

/** A lost connection may mean that the node died: its clients come back at once, and should get another one. */
function doubt(node: Node): void {
  const isDoubted = performance.now() - node.heardAt >= PROBE_AFTER_MS
  if (isDoubted) return
  node.heardAt = performance.now() - PROBE_AFTER_MS
  void probe(node)
}
