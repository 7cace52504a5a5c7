import { setTimeout as pause } from 'node:timers/promises'

const STEPS = 20

/** Closes what `open` returns evenly over `durationMs`, so that whoever takes over is not hit at once. */
export async function closeSpread<T>(open: () => T[], close: (one: T) => void, durationMs: number): Promise<void> {
  const each = Math.max(1, Math.ceil(open().length / STEPS))
  for (let step = 0; step < STEPS; step += 1) {
    const left = open()
    if (left.length === 0) return
    for (const one of left.slice(0, each)) close(one)
    await pause(durationMs / STEPS)
  }
}
