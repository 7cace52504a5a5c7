import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@aangan/service-kit/errors'
import type { FastifyRequest } from 'fastify'
import { limitAtOnce } from './at-once-limit.ts'
import type { LimitKeys } from './limit-keys.ts'
import { PROBES } from './pace.ts'
import type { Readers } from './slow-readers.ts'

/** Pipelined requests per connection; browsers pipeline none. */
const PIPELINED = 100

/** As many connections as two browsers open to a site. */
export const IN_FLIGHT_PER_PERSON = 12

type Work = { request: Pick<FastifyRequest, 'method' | 'url'>; answer: ServerResponse }

/** Waits for earlier requests on the connection, since Node starts all pipelined ones at once. */
type Begin = (keys: LimitKeys, work: Work, done: (error?: Error) => void) => void

export function limitInFlight(readers: Readers, limit: number): Begin {
  const acquire = limitAtOnce({ perAddress: limit, perPerson: Math.min(IN_FLIGHT_PER_PERSON, limit) })
  const waiting = new WeakMap<Socket, number>()

  /** Node assigns a response its socket after the previous one. Never resolves if the connection closes first. */
  async function turnOf(answer: ServerResponse): Promise<void> {
    const { socket } = answer.req
    const ahead = waiting.get(socket) ?? 0
    if (ahead >= PIPELINED) socket.destroy()
    waiting.set(socket, ahead + 1)
    await once(answer, 'socket')
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
  }

  const begin: Begin = (keys, { request, answer }, done) => {
    // 'close' is over if the client has left while its session was looked up: nothing would release the slot.
    if (answer.destroyed) return
    const isUnlimited = isLongPoll(request) || PROBES.has(request.url)
    const release = isUnlimited ? () => undefined : acquire(keys)
    if (release === null) return done(tooManyAtOnce())
    readers.watch(answer)
    answer.once('close', () => {
      readers.forget(answer)
      release()
    })
    done()
  }

  return (keys, work, done) => {
    const { answer } = work
    if (answer.socket !== null) begin(keys, work, done)
    else turnOf(answer).then(() => begin(keys, work, done), done)
  }
}

/** Lasts until something happens. Nodes limit sockets, each of which has one poll. */
function isLongPoll({ method, url }: Work['request']): boolean {
  return method === 'GET' && url.startsWith('/socket.io/')
}

function tooManyAtOnce(): AppError {
  const message = 'Too many requests at once from your internet connection. Try again in a moment.'
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfterS: 1, limit: 'in flight' })
}
