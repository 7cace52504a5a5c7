import type { ScaledSite } from '@aangan/platform/chat-faults/site'
import { openTab, type Pair, type Person, type Tab } from './load.ts'

export interface Nodes {
  site: ScaledSite
  people: Pair<Person>[]
  /** Node names, the prefixes of session ids. */
  names: string[]
}

/** Returns the name of a node, which prefixes its session ids. */
export async function nameOf(nodeUrl: string): Promise<string> {
  const text = await (await fetch(`${nodeUrl}/socket.io/?EIO=4&transport=polling`)).text()
  return nodeIn(JSON.parse(text.slice(1)).sid)
}

/**
 * Opens a page for each person on the node that `nodesOf` names, through the gateway. The gateway picks the node with
 * the fewest connections, so tabs that land elsewhere stay open until everyone is placed.
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
      if (elsewhere.length > pairs.length * 10) throw new Error(`The gateway sends no connection to node ${node}`)
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
