import { setTimeout as pause } from 'node:timers/promises'
import type { Io } from './io.ts'

const STEPS = 20

/** Closes the sockets evenly over `durationMs`, so that the other nodes are not hit at once. */
export async function drain(io: Io, durationMs: number): Promise<void> {
  const { sockets } = io.of('/')
  const each = Math.ceil(sockets.size / STEPS)
  for (let step = 0; step < STEPS && sockets.size > 0; step += 1) {
    // Looks like a lost connection: a client told to disconnect would not reconnect.
    const open = [...sockets.values()].filter(({ conn }) => conn.readyState === 'open')
    for (const { conn } of open.slice(0, each)) conn.close()
    await pause(durationMs / STEPS)
  }
}
