import { createTurns } from '@aangan/service-kit/turns'

/** Pictures that are kept: a link that has just been shared is fetched by many at once. About 6 MB. */
const KEPT = 100
/** Drawing one takes a processor for about 60 ms, outside the event loop. */
const AT_ONCE = 2
const WAITING = 60

const QUALITY = 84

export type Gallery = ReturnType<typeof createGallery>

/** Makes JPEG pictures of SVG documents: each once while it is asked for, few side by side. */
export function createGallery() {
  const kept = new Map<string, Promise<Buffer>>()
  const turn = createTurns({
    atOnce: AT_ONCE,
    waiting: WAITING,
    busy: 'Too many pictures are being made. Try again soon.',
  })

  return {
    /** The picture of a name; `draw` is called where it is not at hand. Throws UNAVAILABLE when too many wait. */
    async get(name: string, draw: () => Promise<string>): Promise<Buffer> {
      const made = kept.get(name) ?? turn(async () => toJpeg(await draw()))
      // At the end again: what was not asked for the longest time goes first.
      kept.delete(name)
      kept.set(name, made)
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT) break
        kept.delete(oldest)
      }
      made.catch(() => {
        if (kept.get(name) === made) kept.delete(name)
      })
      return await made
    },

    /** Makes room: pictures with such names are drawn anew when they are asked for. */
    drop(isStale: (name: string) => boolean): void {
      for (const name of [...kept.keys()].filter(isStale)) kept.delete(name)
    },
  }
}

async function toJpeg(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  // One thread a picture: how many are made side by side is said above.
  sharp.concurrency(1)
  return sharp(Buffer.from(svg)).jpeg({ quality: QUALITY, mozjpeg: true }).toBuffer()
}
