import { percentile } from '../search/percentile.ts'
import type { Row } from '../table.ts'
import { closeTabs, enterPairs, say, talk } from './load.ts'
import { nodeCostRows } from './node-cost.ts'
import { type Nodes, nameOf, openTabsAt } from './placing.ts'
import { UNLIMITED_MESSAGES } from './unlimited.ts'
import { withScaledSite } from './with-scaled-site.ts'

const LIMIT = 1.5
const CHATS = 20
const TIMED = 300

/** Cost of a second node: processor time of both, and delivery latency across them. */
export function benchChatNodes(): Promise<Row[]> {
  return withScaledSite({ keepsData: false, chats: 1, realtime: 2, env: UNLIMITED_MESSAGES }, async (site) => {
    const names = await Promise.all(['realtime-1', 'realtime-2'].map((name) => nameOf(site.parts[name]?.url ?? '')))
    const nodes = { site, names, people: await enterPairs(site.url, CHATS) }
    return [...(await latencyRows(nodes)), ...(await nodeCostRows(nodes))]
  })
}

async function latencyRows({ site: { url }, people, names: [near = '', far = ''] }: Nodes): Promise<Row[]> {
  const pairs = await openTabsAt(url, people.slice(0, 2), (at) => [near, at === 0 ? near : far])
  await talk(pairs, TIMED, (from, to) => say(url, from, to))
  const ways = pairs.map((pair) => ({ pair, shown: [] as number[], after: [] as number[] }))
  for (let at = 0; at < TIMED; at += 1)
    for (const { pair, shown, after } of ways) {
      const { shownMs, answeredMs } = await say(url, pair[0].person, pair[1])
      shown.push(shownMs)
      after.push(shownMs - answeredMs)
    }
  closeTabs(pairs)
  const row = (figure: string, [within = [], across = []]: number[][]): Row => {
    const [ours, other] = [percentile(across, 0.5), percentile(within, 0.5)]
    return { figure, ours: ms(ours), other: `within one ${ms(other)}`, ratio: ours / other, limit: LIMIT }
  }
  const shown = ways.map((way) => way.shown)
  const after = ways.map((way) => way.after)
  return [
    row(`across nodes, from sending to shown (median of ${TIMED})`, shown),
    row(`across nodes, from the answer to shown (median of ${TIMED})`, after),
  ]
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`
}
