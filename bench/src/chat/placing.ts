import type { ScaledSite } from '@aangan/platform/chat-faults/site'
import { openTab, type Pair, type Person, type Tab } from './load.ts'

/** Pages of people at two nodes. */
export interface Nodes {
  site: ScaledSite
  people: Pair<Person>[]
  /** Of the two nodes, as session ids begin. */
  names: string[]
}

/** How a node calls itself: the ids of its sessions begin with it. */
export async function nameOf(nodeUrl: string): Promise<string> {
  const text = await (await fetch(`${nodeUrl}/socket.io/?EIO=4&transport=polling`)).text()
  return nodeIn(JSON.parse(text.slice(1)).sid)
}

/**
 * Opens a page for each of these people at the nodes that `nodesOf` names for the two of a pair, through the gateway. It
 * takes the node that has the fewest, so those that came to the other one keep their place until all have come.
 */
export async function openTabsAt(
  url: string,
  pairs: Pair<Person>[],
  nodesOf: (at: number) => string[],
): Promise<Pair<Tab>[]> {
  const elsewhere: Tab[] = []
  async function open(person: Person, node: string | undefined): Promise<Tab> {
    for (;;) {
      const tab = await openTab(url, person)
      if (nodeIn(tab.socket.io.engine.id) === node) return tab
      elsewhere.push(tab)
      if (elsewhere.length > pairs.length * 10) throw new Error(`No page comes to node ${node}`)
    }
  }
  const tabs: Pair<Tab>[] = []
  for (const [at, [one, other]] of pairs.entries()) {
    const [left, right] = nodesOf(at)
    tabs.push([await open(one, left), await open(other, right)])
  }
  for (const { socket } of elsewhere) socket.close()
  return tabs
}

function nodeIn(session: string): string {
  return session.split('.', 1)[0] ?? ''
}
