/** A busy machine is slow, but something goes on: it is the silence that counts. */
const SILENCE_MS = 30_000

/** What a test saw so far, and waiting until it saw enough. */
export interface Sightings<T> {
  all: T[]
  see(item: T): void
  /** Resolves once `enough` holds for what was seen; rejects, showing it, once nothing came for 30 s. */
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
          reject(new Error(`Waited in vain; seen so far: ${JSON.stringify(all).slice(0, 2_000)}`))
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

/** A gate that stays shut until it is opened. */
export function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}
