import { setTimeout as pause } from 'node:timers/promises'
import type { Io } from './io.ts'

const STEPS = 20

/** Closes the sockets evenly over a time, so that the other nodes get them one by one. */
export async function drain(io: Io, durationMs: number): Promise<void> {
  const { sockets } = io.of('/')
  const each = Math.ceil(sockets.size / STEPS)
  for (let step = 0; step < STEPS && sockets.size > 0; step += 1) {
    // As a lost connection: a client that is told to disconnect does not come back.
    const open = [...sockets.values()].filter(({ conn }) => conn.readyState === 'open')
    for (const { conn } of open.slice(0, each)) conn.close()
    await pause(durationMs / STEPS)
  }
}
