import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Row } from '../table.ts'

const MEASURE = fileURLToPath(new URL('scale-costs.ts', import.meta.url))
const MILLION = 1_000_000
const MORE = [2, 10]

export interface Costs {
  memoryMb: number
  fillMs: number
  pageMs: number
  mapMs: number
  fileMb: number
  writeMs: number
  readMs: number
}

const FIGURES: Record<keyof Costs, [figure: string, unit: string]> = {
  memoryMb: ['memory', 'MB'],
  fillMs: ['building the index', 'ms'],
  pageMs: ['a page of the whole country, p95', 'ms'],
  mapMs: ['a map of it, p95', 'ms'],
  fileMb: ['the snapshot', 'MB'],
  writeMs: ['to write it', 'ms'],
  readMs: ['to read it', 'ms'],
}

/** Cost of the search index as it grows, alone in a process: memory, its most expensive queries, the snapshot. */
export async function benchScale(): Promise<Row[]> {
  const one = await costsOf(MILLION)
  const rows: Row[] = []
  for (const millions of MORE) {
    const costs = await costsOf(millions * MILLION)
    for (const name of Object.keys(FIGURES) as (keyof Costs)[]) {
      const [figure, unit] = FIGURES[name]
      const shown = (value: number) => `${Math.round(value)} ${unit}`
      const ratio = costs[name] / one[name]
      rows.push({
        figure: `${millions} million: ${figure}`,
        ours: shown(costs[name]),
        other: `a million ${shown(one[name])}`,
        ratio,
      })
    }
  }
  return rows
}

/** In a process of its own, so that nothing is left of a smaller index. */
async function costsOf(count: number): Promise<Costs> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', MEASURE, String(count)])
  return JSON.parse(stdout)
}
