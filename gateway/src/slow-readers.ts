import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from '@aangan/service-kit/server'

/** Progress shows only once 64 kB are sent, which takes a phone on GPRS with six connections less than this. */
const LONGEST_MS = 300_000
const CHECK_EVERY_MS = 5_000

export interface Readers {
  watch(answer: ServerResponse): void
  forget(answer: ServerResponse): void
  /** Milliseconds since progress was seen, every 5 s; 0 if the response is not watched or has not begun. */
  stalledMs(answer: ServerResponse): number
}

interface Progress {
  /** Bytes on the response's connection. */
  sent: number
  at: number
}

/** Unread responses fill memory, and a large one holds a connection to its service. */
export function watchReaders(app: App): Readers {
  /** Null before the first check of a response that has begun. */
  const answers = new Map<ServerResponse, Progress | null>()
  const timer = setInterval(() => {
    for (const [answer, before] of answers) {
      const { socket, headersSent } = answer
      if (socket === null || !headersSent) continue
      const [sent, at] = [sentOn(socket), performance.now()]
      if (before === null || sent > before.sent) answers.set(answer, { sent, at })
      else if (at - before.at >= LONGEST_MS) socket.destroy()
    }
  }, CHECK_EVERY_MS)
  app.addHook('onClose', async () => clearInterval(timer))
  return {
    watch: (answer) => answers.set(answer, null),
    forget: (answer) => answers.delete(answer),
    stalledMs: (answer) => {
      const now = performance.now()
      return now - (answers.get(answer)?.at ?? now)
    },
  }
}

function sentOn(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength
}
