import type { Client } from '@aangan/service-kit/client'
import { createFairQueue } from '@aangan/service-kit/fair-queue'

/** Cached pictures, about 6 MB: a link that was just shared is fetched by many at once. */
const MAX_CACHED = 100
/** Each takes about 60 ms of CPU, off the event loop. */
const AT_ONCE = 2
const WAITING = 60

const QUALITY = 84

export type Gallery = ReturnType<typeof createGallery>

/** LRU cache of JPEGs rendered from SVG: concurrent requests share a render, and few renders run in parallel. */
export function createGallery() {
  const cached = new Map<string, Promise<Buffer>>()
  const turn = createFairQueue({
    atOnce: AT_ONCE,
    waiting: WAITING,
    busy: 'Too many pictures are being created right now. Try again in a moment.',
  })

  return {
    /** Calls `draw` on a cache miss. Throws UNAVAILABLE if too many renders are queued. */
    async get(name: string, draw: () => Promise<string>, { address, user }: Client): Promise<Buffer> {
      // Without the client's signal: others may wait for the same picture.
      const made = cached.get(name) ?? turn(async () => toJpeg(await draw()), { address, user })
      // Reinserted at the end, so that the least recently used is evicted first.
      cached.delete(name)
      cached.set(name, made)
      for (const oldest of cached.keys()) {
        if (cached.size <= MAX_CACHED) break
        cached.delete(oldest)
      }
      made.catch(() => {
        if (cached.get(name) === made) cached.delete(name)
      })
      return await made
    },

    drop(isStale: (name: string) => boolean): void {
      for (const name of [...cached.keys()].filter(isStale)) cached.delete(name)
    },
  }
}

async function toJpeg(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  // One thread per picture: AT_ONCE limits parallel renders.
  sharp.concurrency(1)
  return sharp(Buffer.from(svg)).jpeg({ quality: QUALITY, mozjpeg: true }).toBuffer()
}
