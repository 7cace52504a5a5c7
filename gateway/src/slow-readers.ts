import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from '@aangan/service-kit/server'

/** Longer than 64 kB, of which one sees nothing until they are all gone, take one of six connections of a phone on GPRS. */
const LOOK_MS = 300_000

interface Readers {
  watch(answer: ServerResponse): void
  /** For each that was watched, once it is closed. */
  forget(answer: ServerResponse): void
}

/**
 * Closes connections whose client reads its answer so slowly that it can only mean to hold it: what is not read yet is kept
 * in memory, and of a large answer a connection to its service.
 */
export function watchReaders(app: App): Readers {
  /** What had gone out on the connection of each answer at the last look; null before the first. */
  const answers = new Map<ServerResponse, number | null>()
  const timer = setInterval(() => {
    for (const [answer, before] of answers) {
      const { socket, headersSent } = answer
      if (socket === null || !headersSent) continue
      const sent = sentOn(socket)
      if (before === null || sent > before) answers.set(answer, sent)
      else socket.destroy()
    }
  }, LOOK_MS)
  app.addHook('onClose', async () => clearInterval(timer))
  return { watch: (answer) => answers.set(answer, null), forget: (answer) => answers.delete(answer) }
}

function sentOn(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength
}
