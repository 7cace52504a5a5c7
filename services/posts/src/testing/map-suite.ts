import { MAX_MAP_ITEMS } from '@aangan/contracts/post-constants'
import type { MapItem, PostsQuery } from '@aangan/contracts/posts'
import { describe, expect, test } from 'vitest'
import { reference } from './reference.ts'
import type { Filled } from './start.ts'

/** The whole country, two towns, one of them cut through, a part of one, a point, nothing, and across the date line. */
const BOXES: Record<string, string> = {
  country: '68,6,98,37',
  world: '-180,-90,180,90',
  towns: '72.5,18.1,74.2,19.4',
  cut: '73.0,18.45,73.9,19.2',
  part: '77.55,12.93,77.64,13.02',
  point: '77.594562,12.971598,77.594562,12.971598',
  nothing: '0,0,1,1',
  'date line': '179,-18,-179,-16',
}
const FILTERS: PostsQuery[] = [
  {},
  { type: 'rent' },
  { city: 'Pune' },
  { city: 'bombay', type: 'buy', property: 'house' },
  { property: 'land', bedroom: '2' },
  { city: 'Gandhi Nagar' },
  { city: 'gandhi nagar, pune', type: 'rent' },
  { bedroom: '5' },
  { minPrice: '100000', maxPrice: '200000' },
  { minPrice: '123456', maxPrice: '234567', type: 'buy' },
]
const ZOOMS = ['0', '4.5', '11', '17.3', '22']

export function describeMap({ listings, service }: Filled): void {
  describe('GET /posts/map', { timeout: 120_000 }, () => {
    async function itemsOf(query: Record<string, string>): Promise<MapItem[]> {
      const answer = await service().get(`/posts/map?${new URLSearchParams(query)}`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json()
    }

    test.each(Object.entries(BOXES))('of %s shows every match once, at every zoom', async (_name, bbox) => {
      for (const filters of FILTERS) {
        const expected = reference(listings, { ...filters, bbox })
        for (const zoom of ZOOMS) {
          const items = await itemsOf({ ...filters, bbox, zoom })
          expect(items.length).toBeLessThanOrEqual(MAX_MAP_ITEMS)
          const sum = items.reduce((total, item) => total + (item.kind === 'cluster' ? item.count : 1), 0)
          expect({ filters, zoom, sum }).toEqual({ filters, zoom, sum: expected.length })
        }
      }
    })

    test('few matches are shown one by one, however close', async () => {
      const queries: Record<string, string>[] = [
        { property: 'land', bedroom: '2', type: 'rent', bbox: BOXES.cut ?? '' },
        { property: 'condo', bedroom: '4', type: 'rent', bbox: BOXES.world ?? '' },
        { minPrice: '123456', maxPrice: '134567', city: 'Pune', bbox: BOXES.country ?? '' },
      ]
      for (const query of queries) {
        const expected = reference(listings, query).map(({ _id }) => _id)
        expect(expected.length).toBeGreaterThan(0)
        const items = await itemsOf({ ...query, zoom: '3' })
        expect(items.map((item) => item.kind === 'listing' && item.id).sort()).toEqual(expected.sort())
      }
    })

    test('the box of a cluster contains its listings', async () => {
      const items = await itemsOf({ bbox: BOXES.country ?? '', zoom: '9' })
      const clusters = items.filter((item) => item.kind === 'cluster')
      expect(clusters.length).toBeGreaterThan(5)
      for (const { bbox, count, latitude, longitude } of clusters) {
        const [west, south, east, north] = bbox
        expect(reference(listings, { bbox: bbox.join(',') }).length).toBeGreaterThanOrEqual(count)
        expect(latitude >= south && latitude <= north && longitude >= west && longitude <= east).toBe(true)
      }
    })

    test('zooming into clusters ends at listings or at a single point', async () => {
      let [bbox, steps] = [BOXES.country ?? '', 0]
      for (let zoom = 3; ; zoom += 1, steps += 1) {
        expect(steps).toBeLessThan(20)
        const items = await itemsOf({ bbox, zoom: String(Math.min(22, zoom)) })
        const largest = items.sort((a, b) => sizeOf(b) - sizeOf(a))[0]
        if (largest?.kind !== 'cluster') break
        const [west, south, east, north] = largest.bbox
        bbox = largest.bbox.join(',')
        if (west === east && south === north) {
          expect(reference(listings, { bbox })).toHaveLength(largest.count)
          break
        }
      }
    })

    test('markers do not overlap', async () => {
      const zoom = 10
      const items = await itemsOf({ bbox: BOXES.towns ?? '', zoom: String(zoom) })
      const marks = items.map((item) => [Number(item.longitude), Number(item.latitude)] as const)
      const pixels = (256 * 2 ** zoom) / 360
      for (const [at, [lng, lat]] of marks.entries()) {
        for (const [otherLng, otherLat] of marks.slice(at + 1)) {
          expect(Math.hypot(lng - otherLng, lat - otherLat) * pixels).toBeGreaterThan(20)
        }
      }
    })

    test.each([
      'zoom=5',
      'bbox=1,2,3,4',
      'bbox=&zoom=5',
      'bbox=1,2,3,4&zoom=',
      'bbox=1,2,3,4&zoom=-1',
      'bbox=1,2,3,4&zoom=22.1',
      'bbox=1,2,3,4&zoom=1e1',
      'bbox=1,2,3,4&zoom=NaN',
      'bbox=1,2,3,4&zoom=5&zoom=6',
      'bbox=1,2,3,4&zoom[$gt]=5',
      'bbox=1,2,3&zoom=5',
      'bbox=1,20,3,4&zoom=5',
      'bbox=1,2,3,4&zoom=5&type=sale',
      'bbox=1,2,3,4&zoom=5&minPrice=9&maxPrice=3',
      'bbox=1,2,3,4&zoom=5&__proto__=x',
    ])('%s is refused with a reason', async (query) => {
      const answer = await service().get(`/posts/map?${query}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ message: expect.stringMatching(/.{10}/) })
    })
  })
}

function sizeOf(item: MapItem): number {
  return item.kind === 'cluster' ? item.count : 0
}
