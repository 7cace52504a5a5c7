import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { rateLimitKey } from '@aangan/service-kit/rate-limit-key'
import type { FastifyRequest } from 'fastify'
import { type Holder, limitHolders } from './holders.ts'
import type { Readers } from './slow-readers.ts'
import { CONNECTIONS } from './turns.ts'

/** Bytes buffered for a slow client, so that the connection to the service is free sooner. */
export const READ_AHEAD = 1_048_576
/** Bytes that all of them may have buffered. */
const BUFFERED = 268_435_456
/** Of the connections to a service: a response beyond what is read ahead holds one until its client reads on. */
const HELD = CONNECTIONS / 2

interface Unread extends Holder {
  buffered(): number
}

/** For one response; `end` may follow any number of these. */
export interface UnreadAnswer {
  /** It keeps its connection to the service waiting. */
  hold(): void
  release(): void
  end(): void
}

export interface UnreadOfService {
  begin(reply: { request: Pick<FastifyRequest, 'sender'>; raw: ServerResponse }, stream: Readable): UnreadAnswer
}

/** Limits what responses occupy while their clients read slowly, or not at all (decision 042). */
export function limitUnread({ stalledMs }: Pick<Readers, 'stalledMs'>): { ofService(): UnreadOfService } {
  const memory = limitHolders<Unread>({ most: BUFFERED, sizeOf: (one) => one.buffered() })
  return {
    ofService() {
      const connections = limitHolders<Unread>({ most: HELD })
      return {
        begin({ request, raw }, stream) {
          const unread: Unread = {
            address: rateLimitKey(request.sender.address),
            buffered: () => stream.readableLength,
            lateMs: () => stalledMs(raw),
            end: () => stream.destroy(new Error('others need what this response holds, and its client does not read')),
          }
          memory.add(unread)
          const release = () => connections.remove(unread)
          return {
            hold() {
              if (!stream.destroyed) connections.add(unread)
            },
            release,
            end() {
              release()
              memory.remove(unread)
            },
          }
        },
      }
    },
  }
}
