import { input } from '@aangan/remote/testing/input'
import type { Answers } from '@aangan/remote/testing/network'
import { click, until } from '@aangan/remote/testing/user-actions'
import { page } from 'vitest/browser'
import { listNetwork } from '../../list/testing/list.ts'
import { homes } from '../../testing/homes.ts'

const map = page.getByRole('region', { name: 'Map of the results' })
const list = map.getByRole('list', { name: /on the map$/ })

/** One home in Honnavar, two in Gokarna. */
const KNOWN = homes(3, (at) => ({
  city: at === 0 ? 'Honnavar' : 'Gokarna',
  address: ['Kasarkod', 'Kudle', 'Bhadrakali'][at],
  price: [4_500_000, 5_000_000, 12_000_000][at],
  latitude: ['14.2798', '14.53', '14.55'][at],
  longitude: ['74.4439', '74.31', '74.33'][at],
}))
export const HONNAVAR = KNOWN.slice(0, 1)
export const GOKARNA = KNOWN.slice(1)

/** The list and every map request return the same homes. */
export function mapNetwork(found = GOKARNA): Answers {
  return listNetwork({ '/posts/map': found.map((post) => ({ kind: 'listing', ...post })) }, found)
}

export const theMap = {
  map,
  /** Has the focus during keyboard navigation. */
  ground: map.getByRole('group', { name: 'Map', exact: true }),
  markers: list.getByRole('button'),
  marker: (name: RegExp) => list.getByRole('button', { name }),
  popup: map.getByRole('dialog'),
  searchHere: map.getByRole('button', { name: 'Search this area' }),
  press: (name: string) => click(map.getByRole('button', { name, exact: true })),
}

interface View {
  west: number
  south: number
  east: number
  north: number
  zoom: number
}

/** The area of the request that the map sends after `move`. */
export async function viewAfter(asked: readonly string[], move: () => Promise<unknown>): Promise<View> {
  const views = () => asked.filter((call) => call.startsWith('/posts/map?'))
  const before = views().length
  await move()
  await until(() => views().length, 'the map asks').toBeGreaterThan(before)
  const query = new URL(views().at(-1) ?? '', window.location.href).searchParams
  const [west = 0, south = 0, east = 0, north = 0] = (query.get('bbox') ?? '').split(',').map(Number)
  return { west, south, east, north, zoom: Number(query.get('zoom')) }
}

export function middleOf(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect()
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags from near the top left corner, where there are no controls. */
export async function drag(ground: Element, right: number, down: number): Promise<void> {
  const { x, y } = ground.getBoundingClientRect()
  await input.movePointer(x + 40, y + 300)
  await input.pressPointer()
  await input.movePointer(x + 40 + right, y + 300 + down, 8)
  await input.releasePointer()
}
