import { fileURLToPath } from 'node:url'
import { benchBytes } from './bytes.ts'
import { benchChatChurn } from './chat/churn.ts'
import { benchChatCost } from './chat/cost.ts'
import { benchChatFaults } from './chat/faults.ts'
import { benchChatMemory } from './chat/memory.ts'
import { benchChatNodes } from './chat/nodes.ts'
import { benchFederation } from './federation.ts'
import { benchFirstPage } from './first-page/first-page.ts'
import { benchFirstSeconds } from './first-page/first-seconds.ts'
import { benchReleases } from './first-page/releases.ts'
import { benchRendering } from './first-page/rendering.ts'
import { benchFrames } from './frames/frames.ts'
import { benchGateway } from './gateway/gateway.ts'
import { benchHtml } from './html.ts'
import { benchInteraction } from './interaction.ts'
import { benchNeighbour } from './neighbour/bench.ts'
import { benchPhotographs } from './photographs.ts'
import { benchReads } from './reads.ts'
import { benchRollback } from './rollback.ts'
import { benchRolling } from './rolling/rolling.ts'
import { benchScale } from './search/scale.ts'
import { benchSearch } from './search/search.ts'
import { benchSecondVisit } from './second-visit.ts'
import { benchStart } from './start.ts'
import { type Row, writeTable } from './table.ts'
import { benchWrites } from './writes/writes.ts'

const README = fileURLToPath(new URL('../README.md', import.meta.url))

const BENCHES: Record<string, (only?: string) => Promise<Row[]>> = {
  start: benchStart,
  federation: benchFederation,
  'first-page': benchFirstPage,
  'first-seconds': benchFirstSeconds,
  rendering: benchRendering,
  releases: benchReleases,
  html: benchHtml,
  reads: benchReads,
  writes: benchWrites,
  search: benchSearch,
  'search-scale': benchScale,
  frames: benchFrames,
  bytes: benchBytes,
  'second-visit': benchSecondVisit,
  rollback: benchRollback,
  photographs: benchPhotographs,
  interaction: benchInteraction,
  gateway: benchGateway,
  neighbour: benchNeighbour,
  rolling: benchRolling,
  'chat-faults': benchChatFaults,
  'chat-cost': benchChatCost,
  'chat-nodes': benchChatNodes,
  'chat-memory': benchChatMemory,
  'chat-churn': benchChatChurn,
}

/**
 * `npm run bench [name …]` runs all benches, or those named, and writes their tables; `neighbour=agents` measures some rows
 * of it, and writes nothing. Exits with 1 if a figure exceeds its limit.
 */
const names = process.argv.slice(2)
for (const given of names.length > 0 ? names : Object.keys(BENCHES)) {
  const [name = '', only] = given.split('=')
  const bench = BENCHES[name]
  if (!bench) throw new Error(`Unknown bench '${name}'. Available: ${Object.keys(BENCHES).join(', ')}.`)
  const rows = await bench(only)
  for (const { figure, ours, other, ratio, limit } of rows) {
    const over = limit !== undefined && ratio > limit
    if (over) process.exitCode = 1
    console.log(`${over ? 'OVER ' : ''}${figure}: ${ours}, ${other}, ratio ${ratio.toFixed(2)}`)
  }
  if (only === undefined) await writeTable(README, name, rows)
}
