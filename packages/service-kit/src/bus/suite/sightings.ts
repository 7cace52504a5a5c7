/** A busy machine is slow but makes progress, so only silence counts as failure. */
const SILENCE_MS = 30_000

export interface Sightings<T> {
  all: T[]
  see(item: T): void
  /** Resolves once `enough` holds; rejects, listing what was seen, after 30 s without anything new. */
  until(enough: (all: T[]) => boolean): Promise<T[]>
}

export function createSightings<T>(): Sightings<T> {
  const all: T[] = []
  const looking = new Set<() => void>()
  return {
    all,
    see(item) {
      all.push(item)
      for (const look of looking) look()
    },
    until(enough) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          looking.delete(look)
          reject(new Error(`Timed out; seen so far: ${JSON.stringify(all).slice(0, 2_000)}`))
        }, SILENCE_MS)
        function look(): void {
          timer.refresh()
          if (!enough(all)) return
          clearTimeout(timer)
          looking.delete(look)
          resolve(all)
        }
        looking.add(look)
        look()
      })
    },
  }
}

export function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}
