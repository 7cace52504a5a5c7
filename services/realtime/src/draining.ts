import { closeSpread } from '@aangan/service-kit/spread'
import type { Io } from './io.ts'

export async function drain(io: Io, durationMs: number): Promise<void> {
  const open = () => [...io.of('/').sockets.values()].filter(({ conn }) => conn.readyState === 'open')
  // Looks like a lost connection: a client told to disconnect would not reconnect.
  await closeSpread(open, ({ conn }) => conn.close(), durationMs)
}
