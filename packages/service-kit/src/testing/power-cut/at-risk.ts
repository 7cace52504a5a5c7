import { Disk } from './disk.ts'
import { type Strace, traceChild } from './trace.ts'

/**
 * Runs a child that writes into `root` and says `done`. Returns the paths that a power cut just then would lose, or
 * leave without their content, and all paths.
 */
export async function filesAtRisk(strace: Strace, { child, root }: { child: URL; root: string }) {
  const { calls, said } = await traceChild(strace, child, [root])
  const disk = new Disk(root)
  for (const call of calls) {
    if (said.get(call.end)?.includes('done')) return { atRisk: disk.unflushed(), paths: disk.paths() }
    disk.apply(call)
  }
  throw new Error(`${child} has not said 'done'`)
}
