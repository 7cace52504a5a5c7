import type { Area } from './areas.ts'
import type { Block } from './block.ts'
import type { Places } from './places.ts'
import { type Point, toDegrees } from './point.ts'
import { scan } from './scan.ts'

/** Of a place with more listings, every second, third … is measured: a median needs no more, and a city has many. */
const MEASURED = 2_000

interface Sample {
  lng: number[]
  lat: number[]
  /** Listings met, of which one in `step` is measured. */
  met: number
  step: number
}

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
    for (const key of this.#places.areas.keysOf(place)) this.#known.delete(key)
  }

  /** @returns null for a place without a listing that says where it is */
  of(areas: readonly Area[]): (Point | null)[] {
    const unknown = areas.filter(({ key }) => !this.#known.has(key))
    if (unknown.length > 0) this.#calculate(unknown)
    return areas.map(({ key }) => this.#known.get(key) ?? null)
  }

  #calculate(areas: readonly Area[]): void {
    const samples = areas.map(({ numbers }) => newSample(this.#places.lookup.sizeOf(numbers)))
    const sampleOf = new Map(areas.flatMap(({ numbers }, at) => numbers.map((number) => [number, samples[at]])))
    const places = new Uint8Array(this.#places.catalog.entries.length)
    for (const number of sampleOf.keys()) places[number] = 1
    scan(this.#blocks, [{ kinds: null, places, ranges: [], near: null }], (block, rows, count) => {
      const located = block.located()
      for (let at = 0; at < count; at += 1) {
        const row = rows[at] as number
        const sample = located[row] === 1 ? sampleOf.get(block.place[row] as number) : undefined
        if (sample === undefined || sample.met++ % sample.step !== 0) continue
        sample.lng.push(block.lng[row] as number)
        sample.lat.push(block.lat[row] as number)
      }
    })
    for (const [at, sample] of samples.entries()) this.#known.set((areas[at] as Area).key, middleOf(sample))
  }
}

function newSample(size: number): Sample {
  return { lng: [], lat: [], met: 0, step: Math.ceil(size / MEASURED) || 1 }
}

/** Medians, so that a listing with wrong coordinates moves nothing. */
function middleOf({ lng, lat }: Sample): Point | null {
  return lng.length === 0 ? null : { lng: toDegrees(median(lng)), lat: toDegrees(median(lat)) }
}

function median(values: number[]): number {
  return Int32Array.from(values).sort()[(values.length - 1) >> 1] as number
}
