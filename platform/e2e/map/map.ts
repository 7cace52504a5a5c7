import type { Locator, Page, Request } from 'playwright-core'

/** The map beside the list, and what is on it. */
export function mapOf(page: Page) {
  const map = page.getByRole('region', { name: 'Map of the results' })
  return {
    map,
    /** What has the focus while keys move the map. */
    ground: map.getByRole('group', { name: 'Map', exact: true }),
    markers: map.getByRole('list', { name: /on the map$/ }).getByRole('button'),
    marker: (name: string | RegExp) =>
      map.getByRole('list', { name: /on the map$/ }).getByRole('button', { name, exact: true }),
    popup: map.getByRole('dialog'),
    searchHere: map.getByRole('button', { name: 'Search this area' }),
    /** Waits until it says what it shows: it is then where the search belongs. */
    settled: (says: string) => map.getByRole('status').getByText(says, { exact: true }).waitFor({ state: 'attached' }),
    press: (name: string) => map.getByRole('button', { name, exact: true }).click(),
  }
}

export interface View {
  west: number
  south: number
  east: number
  north: number
  zoom: number
}

/** What the map asks for once it rests after `move`: so much of the world does it show. */
export async function viewAfter(page: Page, move: () => Promise<unknown>): Promise<View> {
  const [request] = await Promise.all([page.waitForRequest(isMapRequest), move()])
  return viewOf(request)
}

export function isMapRequest(request: Request): boolean {
  return new URL(request.url()).pathname === '/posts/map'
}

function viewOf(request: Request): View {
  const query = new URL(request.url()).searchParams
  const [west = 0, south = 0, east = 0, north = 0] = (query.get('bbox') ?? '').split(',').map(Number)
  return { west, south, east, north, zoom: Number(query.get('zoom')) }
}

/** The middle of an element on the screen. */
export async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element is not shown.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags the map by its ground, from near its upper left corner where nothing stands. */
export async function drag(page: Page, ground: Locator, right: number, down: number): Promise<void> {
  const box = await ground.boundingBox()
  if (!box) throw new Error('The map is not shown.')
  await page.mouse.move(box.x + 40, box.y + 300)
  await page.mouse.down()
  await page.mouse.move(box.x + 40 + right / 2, box.y + 300 + down / 2, { steps: 4 })
  await page.mouse.move(box.x + 40 + right, box.y + 300 + down, { steps: 4 })
  await page.mouse.up()
}
