import { rm } from 'node:fs/promises'
import { ensureBuilt } from '../bin/lib/launch.js'
import { EVIDENCE } from './evidence.ts'

/** Before any end-to-end test: what is tested is the sources as they are, however the run was started. */
export async function setup(): Promise<void> {
  await ensureBuilt()
  await rm(EVIDENCE, { recursive: true, force: true })
}
