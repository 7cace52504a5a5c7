import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from '@aangan/service-kit/server'

/** Progress shows only once 64 kB are sent, which takes a phone on GPRS with six connections less than this. */
const CHECK_EVERY_MS = 300_000

interface Readers {
  watch(answer: ServerResponse): void
  forget(answer: ServerResponse): void
}

/** Unread responses fill memory, and a large one holds a connection to its service. */
export function watchReaders(app: App): Readers {
  /** Bytes sent on each response's connection at the last check; null before the first. */
  const answers = new Map<ServerResponse, number | null>()
  const timer = setInterval(() => {
    for (const [answer, before] of answers) {
      const { socket, headersSent } = answer
      if (socket === null || !headersSent) continue
      const sent = sentOn(socket)
      if (before === null || sent > before) answers.set(answer, sent)
      else socket.destroy()
    }
  }, CHECK_EVERY_MS)
  app.addHook('onClose', async () => clearInterval(timer))
  return { watch: (answer) => answers.set(answer, null), forget: (answer) => answers.delete(answer) }
}

function sentOn(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength
}
