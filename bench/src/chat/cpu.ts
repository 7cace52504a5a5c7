import { readdir, readFile } from 'node:fs/promises'

/** What each of these processes used of the processors while something was done, in microseconds, by name. */
export async function spentOn(
  pids: Record<string, number>,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const before = await usedBy(pids)
  await work()
  const after = await usedBy(pids)
  return Object.fromEntries(Object.entries(after).map(([name, us]) => [name, us - (before[name] ?? 0)]))
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}

async function usedBy(pids: Record<string, number>): Promise<Record<string, number>> {
  const entries = Object.entries(pids).map(async ([name, pid]) => [name, await usedUs(pid)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

/** All threads together. `/proc/<pid>/stat` counts in hundredths of a second, which is more than some messages cost. */
async function usedUs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`)
  const ns = await Promise.all(threads.map((thread) => usedByThread(`/proc/${pid}/task/${thread}/schedstat`)))
  return sumOf(ns) / 1_000
}

async function usedByThread(file: string): Promise<number> {
  try {
    return Number((await readFile(file, 'utf8')).split(' ')[0])
  } catch {
    // It has just ended: those of a pool that had too little to do.
    return 0
  }
}
