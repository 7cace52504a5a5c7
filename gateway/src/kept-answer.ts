import { chosenEncoding, type Encoding, packAll } from '@aangan/service-kit/packing'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

interface KeptAnswer {
  type: string
  load(): Promise<Buffer | string>
  /** How long it is kept; for ever without. */
  forMs?: number
}

/** Handler of a response that is the same for everybody, loaded and compressed once for all who ask. */
export function keepAnswer({ type, load, forMs }: KeptAnswer) {
  const bodies: LRUCache<Encoding | 'identity', Buffer> = new LRUCache({
    max: 3,
    ...(forMs !== undefined && { ttl: forMs }),
    fetchMethod: async (encoding: Encoding | 'identity'): Promise<Buffer> =>
      encoding === 'identity'
        ? Buffer.from(await load())
        : await packAll(await bodies.forceFetch('identity'), encoding),
  })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const encoding = chosenEncoding(request)
    if (encoding !== null) reply.header('content-encoding', encoding)
    const body = await bodies.forceFetch(encoding ?? 'identity')
    return reply.headers({ vary: 'accept-encoding', 'content-type': type }).send(body)
  }
}
