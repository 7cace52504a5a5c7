import { setTimeout as pause } from 'node:timers/promises'
import type { Broadcasts } from '@aangan/contracts/events'
import type { Bus } from '@aangan/service-kit/bus/bus'
import type { Parts } from '@aangan/service-kit/parts'
import { createUpstream, type Upstream } from '@aangan/service-kit/upstream'
import { createPipes, type Pipes } from './pipes.ts'

/** Nodes tell of themselves every second. */
const SILENT_MS = 3_000
/** One that was silent for so long is asked itself: it may be the bus that is away. */
const DOUBT_MS = 1_500
const ALIVE_MS = 1_000
const LOOK_MS = 500
/** How long a gateway that has just started does not know its nodes. */
const FIRST_MS = 1_500
/** Each long poll holds one. */
const POLLS = 10_000
/** A poll is answered when something happens, or with the node's next ping, after 25 s. */
const POLL_MS = 60_000

/** A process of realtime. */
export interface Node {
  address: string
  connections: number
  isDraining: boolean
  heardAt: number
  /** For long polls. */
  upstream: Upstream
  pipes: Pipes
}

export interface Nodes {
  /** The one whose name the id of a session begins with. */
  find(sid: string): Promise<Node | undefined>
  /** The one for a new session. */
  choose(): Promise<Node | undefined>
  /** How many take new sessions. */
  open(): number
  close(): Promise<void>
}

/** Knows the nodes of realtime by what they broadcast, and cuts all that goes on with one which has fallen silent. */
export async function followNodes(bus: Bus, log: Parts['log']): Promise<Nodes> {
  const nodes = new Map<string, Node>()
  let hearFirst = () => {}
  const first = new Promise<void>((resolve) => {
    hearFirst = resolve
  })
  const known = Promise.race([first, pause(FIRST_MS, undefined, { ref: false })])

  const listening = await bus.listen({
    subjects: ['realtime.node'],
    async handle({ data }) {
      nodes.set(data.node, heard(nodes.get(data.node), data))
      hearFirst()
    },
  })
  let lookedAt = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    // What nodes said while this process stood still has not been read yet.
    const stoodStill = now - lookedAt > DOUBT_MS
    lookedAt = now
    for (const [name, node] of nodes) {
      if (stoodStill) node.heardAt = now
      const silentMs = now - node.heardAt
      if (silentMs > SILENT_MS) leave(name, node, 'a node of realtime is silent')
      else if (silentMs > DOUBT_MS) void hearOf(node)
    }
  }, LOOK_MS)

  function openNodes(): Node[] {
    return [...nodes.values()].filter(({ isDraining }) => !isDraining)
  }

  function leave(name: string, { address, upstream, pipes }: Node, why: string): void {
    nodes.delete(name)
    log.info({ node: name, address, pipes: pipes.size() }, why)
    pipes.cut()
    upstream.pool.destroy().catch((err: unknown) => log.warn({ err, node: name }, 'its connections did not close'))
  }

  return {
    async find(sid) {
      await known
      return nodes.get(sid.split('.', 1)[0] ?? '')
    },
    async choose() {
      await known
      const open = openNodes()
      const fresh = open.filter(({ heardAt }) => Date.now() - heardAt < DOUBT_MS)
      const node = (fresh.length > 0 ? fresh : open).sort((one, other) => one.connections - other.connections)[0]
      // Until it says itself how many it has.
      if (node) node.connections += 1
      return node
    },
    open: () => openNodes().length,
    async close() {
      clearInterval(timer)
      await listening.stop()
      for (const [name, node] of nodes) leave(name, node, 'the gateway stops')
    },
  }
}

async function hearOf(node: Node): Promise<void> {
  try {
    const { status } = await node.upstream.get('/livez', { timeoutMs: ALIVE_MS })
    if (status === 200) node.heardAt = Date.now()
  } catch {
    // Then it stays silent.
  }
}

function heard(known: Node | undefined, { address, connections, draining }: Broadcasts['realtime.node']): Node {
  const now = { connections, isDraining: draining, heardAt: Date.now() }
  if (known) return Object.assign(known, now)
  const upstream = createUpstream(address, { connections: POLLS, timeoutMs: POLL_MS })
  return { address, ...now, upstream, pipes: createPipes(address) }
}
