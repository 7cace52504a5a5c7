/** An answer or an upload that holds what others need, for as long as its client takes. */
export interface Holder {
  address: string
  /** Milliseconds that its client is behind a slow but honest one; may be negative. */
  lateMs(): number
  /** Ends it. */
  end(): void
}

export interface Holders<H> {
  /** Ends others, or this one, while all together hold too much. */
  add(holder: H): void
  remove(holder: H): void
}

interface HoldersOptions<H> {
  most: number
  /** How much of `most` one holds; by default 1. */
  sizeOf?(holder: H): number
}

/** A phone in a lift is back by then. */
export const LATE_MS = 20_000

/**
 * Limits what all clients hold together, so that no address can use it up. Beyond that, the one that is most behind is
 * ended: of all if it is 20 s behind, else of the address that holds the most.
 */
export function limitHolders<H extends Holder>({ most, sizeOf = () => 1 }: HoldersOptions<H>): Holders<H> {
  const holders = new Set<H>()

  function endOne(sizes: Map<string, number>): void {
    const latest = latestOf(holders)
    const address = keyOfMost(sizes)
    const found = latest.lateMs() >= LATE_MS ? latest : latestOf([...holders].filter((one) => one.address === address))
    holders.delete(found)
    found.end()
  }

  return {
    add(holder) {
      holders.add(holder)
      for (;;) {
        const sizes = sizesOf(holders, sizeOf)
        let sum = 0
        for (const size of sizes.values()) sum += size
        if (sum <= most) return
        endOne(sizes)
      }
    },
    remove: (holder) => void holders.delete(holder),
  }
}

/** What each address holds. */
function sizesOf<H extends Holder>(holders: Iterable<H>, sizeOf: (holder: H) => number): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const one of holders) sizes.set(one.address, (sizes.get(one.address) ?? 0) + sizeOf(one))
  return sizes
}

function keyOfMost(sizes: Map<string, number>): string {
  return [...sizes].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}

/** Of equal ones the first, which holds longest. */
function latestOf<H extends Holder>(holders: Iterable<H>): H {
  return [...holders].reduce((latest, one) => (one.lateMs() > latest.lateMs() ? one : latest))
}
