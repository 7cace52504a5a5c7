import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import { createAddressLimit } from './address-limit.ts'
import { watchReaders } from './slow-readers.ts'

/** Pipelined requests per connection; browsers pipeline none. */
const PIPELINED = 100

/** Waits for earlier requests on the connection, since Node starts all pipelined ones at once. */
type Begin = (address: string, answer: ServerResponse, done: (error?: Error) => void) => void

export function limitInFlight(app: App, limit: number): Begin {
  const requests = createAddressLimit(limit)
  const waiting = new WeakMap<Socket, number>()
  const readers = watchReaders(app)

  /** Node assigns a response its socket after the previous one. Never resolves if the connection closes first. */
  async function turnOf(answer: ServerResponse): Promise<void> {
    const { socket } = answer.req
    const ahead = waiting.get(socket) ?? 0
    if (ahead >= PIPELINED) socket.destroy()
    waiting.set(socket, ahead + 1)
    await once(answer, 'socket')
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
  }

  const begin: Begin = (address, answer, done) => {
    if (!requests.acquire(address)) return done(tooManyAtOnce())
    readers.watch(answer)
    answer.once('close', () => {
      readers.forget(answer)
      requests.release(address)
    })
    done()
  }

  return (address, answer, done) => {
    if (answer.socket !== null) begin(address, answer, done)
    else turnOf(answer).then(() => begin(address, answer, done), done)
  }
}

function tooManyAtOnce(): AppError {
  const message = 'Too many requests at once from your internet connection. Try again in a moment.'
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfterS: 1 })
}
