import type { PostType } from '@aangan/contracts/post-constants'
import { FILTER_NAMES, type PostFilters } from '@aangan/contracts/post-filters'
import type { CityCount, NearbyPlace, Place } from '@aangan/contracts/posts'
import type { Block } from './block.ts'
import { Blocks } from './blocks.ts'
import { type Division, divide, linesOf, type Span } from './by-time.ts'
import { Centres } from './centres.ts'
import { circleAround } from './circle.ts'
import { type MapContent, mapContent } from './clusters.ts'
import { completeSentence } from './complete-sentence.ts'
import { type Condition, conditionsOf } from './conditions.ts'
import { wordsOfId } from './id-words.ts'
import { Catalogs, type SearchedPost } from './listing-row.ts'
import { nearbyPlaces } from './nearby.ts'
import { type Page, pageOf } from './page.ts'
import { prepare, type Wanted } from './scan.ts'
import type { Change, MapView, SearchRequest } from './search.ts'
import { type Similar, similarTo } from './similar.ts'
import { understand } from './understand.ts'

const NO_FILTERS = Object.fromEntries(FILTER_NAMES.map((name) => [name, null])) as PostFilters
/** Each costs a search. */
const MOST_SENTENCES = 5
/** Tombstones kept: no change arrives so late that this many removals precede it. */
const MOST_GONE = 100_000

export class SearchIndex {
  readonly blocks = new Blocks()
  readonly catalogs = new Catalogs()
  readonly centres = new Centres(this.blocks.all, this.catalogs.places)
  /** Last `rev` of removed or delisted listings, so that a late, older change does not bring them back. */
  readonly gone = new Map<string, number>()

  get count(): number {
    return this.blocks.count
  }

  /** Idempotent and order-independent: ignores changes that are not newer than the known `rev`. */
  apply(change: Change): void {
    const { id, rev } = change
    const words = wordsOfId(id)
    const found = this.blocks.find(words)
    const known = found === null ? (this.gone.get(id) ?? 0) : (found.block.rev[found.row] as number)
    if (rev <= known) return
    if (found !== null) this.#count(found.block, found.row, -1)
    if ('status' in change && change.status === 'live') {
      this.gone.delete(id)
      const at = this.blocks.put(this.catalogs.rowOf(change))
      this.#count(at.block, at.row, 1)
    } else {
      this.#remember(id, rev)
      this.blocks.remove(words)
    }
  }

  /** Adds a block read from a snapshot. Call in the order of block numbers. */
  adopt(block: Block): void {
    this.blocks.adopt(block)
    for (let row = 0; row < block.count; row += 1) this.#count(block, row, 1)
  }

  page({ filters, boxes, since, ...request }: SearchRequest): Page {
    const newer = {
      of: 'column',
      column: 'createdAt',
      least: Number(since) + 1,
      most: Number.POSITIVE_INFINITY,
    } as const
    const { filters: meant, leftOut } = understand(filters, this.catalogs.places)
    const wanted = this.#prepare(meant, boxes, since === undefined ? [] : [newer])
    const page = pageOf(this.blocks.all, wanted, request)
    return meant === filters ? page : { ...page, meaning: { filters: meant, leftOut } }
  }

  map({ filters, boxes, zoom }: MapView): MapContent {
    const wanted = this.#prepare(understand(filters, this.catalogs.places).filters, boxes)
    const areas = boxes.map((box, at) => ({ box, wanted: wanted[at] as Wanted }))
    return mapContent(this.blocks.all, areas, zoom)
  }

  similar(post: SearchedPost): Similar[] {
    return similarTo(this.blocks.all, this.catalogs, post)
  }

  divide(times: number[], size: number): Division {
    return divide(this.blocks.all, times, size)
  }

  lines(span: Span, limit: number): Promise<string> {
    return linesOf(this.blocks.all, span, limit)
  }

  cities(type: PostType | null): CityCount[] {
    return this.catalogs.places.cities(type)
  }

  suggest(q: string | null, limit: number): Place[] {
    const { places } = this.catalogs
    if (q === null) return places.largest(limit)
    const begun = places.begun(q, limit)
    if (begun.length > 0) return begun
    const sentences = completeSentence(q, Math.min(limit, MOST_SENTENCES), places)
    const counted = sentences?.map((one) => this.#counted(one))
    return counted ? withHomes(counted) : places.misspelt(q, limit)
  }

  /** Localities near the searched `city`, nearest first; none if it is unknown where that is. */
  nearby(filters: PostFilters & { city: string }): NearbyPlace[] {
    return nearbyPlaces(this, filters)
  }

  /** With the homes that a search for its words finds. */
  #counted(place: Place): Place {
    const filters = { ...NO_FILTERS, city: place.place }
    return { ...place, count: this.page({ filters, boxes: null, sort: 'newest', limit: 1, after: null }).total }
  }

  #remember(id: string, rev: number): void {
    this.gone.set(id, rev)
    const [oldest = ''] = this.gone.keys()
    if (this.gone.size > MOST_GONE) this.gone.delete(oldest)
  }

  #prepare(filters: SearchRequest['filters'], boxes: SearchRequest['boxes'], more: Condition[] = []): Wanted[] {
    const conditions = conditionsOf(filters, (text, km) => this.#findPlace(text, km))
    return prepare([...conditions, ...more], boxes, this.catalogs)
  }

  #findPlace(text: string, km: number | null): Condition {
    const { places } = this.catalogs
    const numbers = places.find(text)
    if (km === null) return { of: 'place', numbers }
    const areas = places.areas.of(numbers)
    const centres = this.centres.of(areas).filter((centre) => centre !== null)
    // A whole city is no place to be near to.
    const named = areas.filter(({ locality }) => locality !== null).flatMap((area) => area.numbers)
    return { of: 'near', circles: centres.map((centre) => circleAround(centre, km * 1_000)), numbers: named }
  }

  #count(block: Block, row: number, by: 1 | -1): void {
    const kind = this.catalogs.kinds.entries[block.kind[row] as number]
    const place = block.place[row] as number
    if (kind) this.catalogs.places.count(place, kind.type, by)
    this.centres.changed(place)
  }
}

/** Those that lead nowhere are left out, unless all do. */
function withHomes(places: Place[]): Place[] {
  const found = places.filter(({ count }) => count > 0)
  return found.length > 0 ? found : places
}
