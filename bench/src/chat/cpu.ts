import { readdir, readFile } from 'node:fs/promises'

/** Returns the processor time that each process used during `work`, in microseconds by name. */
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

/** Sums all threads. `/proc/<pid>/stat` is too coarse: its tick is 10 ms. */
async function usedUs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`)
  const ns = await Promise.all(threads.map((thread) => usedByThread(`/proc/${pid}/task/${thread}/schedstat`)))
  return sumOf(ns) / 1_000
}

async function usedByThread(file: string): Promise<number> {
  try {
    return Number((await readFile(file, 'utf8')).split(' ')[0])
  } catch {
    // The thread has just ended, for example an idle pool thread.
    return 0
  }
}
