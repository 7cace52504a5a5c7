import type { Block } from './block.ts'
import type { Area, Places } from './places.ts'
import { type Point, toDegrees } from './point.ts'
import { scan } from './scan.ts'

/** Centres of places, each calculated when it is first needed after a change of its listings. */
export class Centres {
  #known = new Map<string, Point | null>()

  #blocks: readonly Block[]
  #places: Places

  constructor(blocks: readonly Block[], places: Places) {
    this.#blocks = blocks
    this.#places = places
  }

  /** @param place the catalog number of a listing that came, went or moved */
  changed(place: number): void {
    if (this.#known.size === 0) return
    for (const key of this.#places.areaKeys(place)) this.#known.delete(key)
  }

  /** @returns null for a place without a listing that says where it is */
  of(areas: readonly Area[]): (Point | null)[] {
    const unknown = areas.filter(({ key }) => !this.#known.has(key))
    if (unknown.length > 0) this.#calculate(unknown)
    return areas.map(({ key }) => this.#known.get(key) ?? null)
  }

  #calculate(areas: readonly Area[]): void {
    const lists = areas.map(() => ({ lng: [] as number[], lat: [] as number[] }))
    const listOf = new Map(areas.flatMap(({ numbers }, at) => numbers.map((number) => [number, lists[at]])))
    const places = new Uint8Array(this.#places.catalog.entries.length)
    for (const number of listOf.keys()) places[number] = 1
    scan(this.#blocks, [{ kinds: null, places, ranges: [], near: null }], (block, rows, count) => {
      const located = block.located()
      for (let at = 0; at < count; at += 1) {
        const row = rows[at] as number
        if (located[row] !== 1) continue
        const list = listOf.get(block.place[row] as number)
        list?.lng.push(block.lng[row] as number)
        list?.lat.push(block.lat[row] as number)
      }
    })
    for (const [at, { key }] of areas.entries()) this.#known.set(key, middleOf(lists[at]))
  }
}

/** Medians, so that a listing with wrong coordinates moves nothing. */
function middleOf({ lng, lat }: { lng: number[]; lat: number[] } = { lng: [], lat: [] }): Point | null {
  return lng.length === 0 ? null : { lng: toDegrees(median(lng)), lat: toDegrees(median(lat)) }
}

function median(values: number[]): number {
  return Int32Array.from(values).sort()[(values.length - 1) >> 1] as number
}
