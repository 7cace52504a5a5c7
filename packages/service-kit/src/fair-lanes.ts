import type { Client } from './client.ts'

interface ForClient {
  client: Client
}

/** Work by address and by person. The order of a map is the order of turns: after a turn, its key moves to the end. */
export class FairLanes<T extends ForClient> {
  readonly #addresses = new Map<string, Map<string, T[]>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(one: T): void {
    const { address, user } = laneOf(one)
    const people = this.#addresses.get(address) ?? new Map<string, T[]>()
    const lane = people.get(user) ?? []
    lane.push(one)
    this.#addresses.set(address, people.set(user, lane))
    this.#size += 1
  }

  remove(one: T): void {
    const { address, user } = laneOf(one)
    const people = this.#addresses.get(address)
    const lane = people?.get(user)
    const at = lane?.indexOf(one) ?? -1
    if (people === undefined || lane === undefined || at < 0) return
    lane.splice(at, 1)
    this.#size -= 1
    if (lane.length === 0) people.delete(user)
    if (people.size === 0) this.#addresses.delete(address)
  }

  /** Removes and returns the next one of an address that may have a turn. */
  take(mayStart: (address: string) => boolean): T | undefined {
    for (const [address, people] of this.#addresses) {
      if (!mayStart(address)) continue
      const [user, lane] = people.entries().next().value ?? []
      const next = lane?.[0]
      if (user === undefined || next === undefined) return undefined
      this.remove(next)
      moveToEnd(people, user)
      moveToEnd(this.#addresses, address)
      return next
    }
    return undefined
  }

  /** Removes and returns the last one of the longest lane of the address with the most. */
  takeLastOfMost(): T | undefined {
    const people = most(this.#addresses.values(), countOf)
    const last = most(people?.values() ?? [], ({ length }) => length)?.at(-1)
    if (last !== undefined) this.remove(last)
    return last
  }
}

function laneOf({ client: { address, user } }: ForClient): { address: string; user: string } {
  return { address, user: user ?? '' }
}

function countOf<T>(people: Map<string, T[]>): number {
  let count = 0
  for (const { length } of people.values()) count += length
  return count
}

/** Of equal ones the last, which came latest or has just had a turn. */
function most<V>(all: Iterable<V>, sizeOf: (one: V) => number): V | undefined {
  let found: V | undefined
  for (const one of all) if (found === undefined || sizeOf(one) >= sizeOf(found)) found = one
  return found
}

function moveToEnd<V>(map: Map<string, V>, key: string): void {
  const value = map.get(key)
  if (value === undefined) return
  map.delete(key)
  map.set(key, value)
}
