import type { Row } from '../table.ts'
import { NAMES, PARTS, withCollecting } from './collected.ts'
import { enterPairs, openTab, type Tab } from './load.ts'

const LIMIT_KB = { 'realtime-1': 25, gateway: 15 }
const CONNECTIONS = 3_000
/** Opened before the first sample, so that all code that serves connections is compiled. */
const WARM_CONNECTIONS = 500
const PAIRS = 250
const AT_ONCE = 50

/** Resident memory per idle WebSocket of a signed-in person, in the node and in the gateway. */
export function benchChatMemory(): Promise<Row[]> {
  return withCollecting({}, async ({ url }, collect) => {
    const people = (await enterPairs(url, PAIRS)).flat()
    const tabs: Tab[] = []
    const open = async (count: number) => {
      for (const end = tabs.length + count; tabs.length < end; ) {
        const from = tabs.length
        const next = Array.from(
          { length: Math.min(AT_ONCE, end - from) },
          (_, at) => people[(from + at) % people.length],
        )
        tabs.push(...(await Promise.all(next.flatMap((person) => (person ? [openTab(url, person)] : [])))))
      }
    }
    try {
      await open(WARM_CONNECTIONS)
      const before = await collect()
      await open(CONNECTIONS)
      const after = await collect()
      if (!tabs.every(({ socket }) => socket.connected))
        throw new Error('Some connections were closed during the measurement.')
      return PARTS.map((part) => {
        const kb = (after[part].rss - before[part].rss) / CONNECTIONS / 1_000
        const limit = LIMIT_KB[part]
        const figure = `an idle connection, of ${CONNECTIONS}: memory of the ${NAMES[part]}`
        return { figure, ours: `${kb.toFixed(1)} kB`, other: `limit ${limit} kB`, ratio: kb / limit, limit: 1 }
      })
    } finally {
      for (const { socket } of tabs) socket.close()
    }
  })
}
