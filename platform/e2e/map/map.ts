import type { Locator, Page, Request } from 'playwright-core'

export function mapOf(page: Page) {
  const map = page.getByRole('region', { name: 'Map of the results' })
  return {
    map,
    /** The focused element while the map is moved by keyboard. */
    ground: map.getByRole('group', { name: 'Map', exact: true }),
    markers: map.getByRole('list', { name: /on the map$/ }).getByRole('button'),
    marker: (name: string | RegExp) =>
      map.getByRole('list', { name: /on the map$/ }).getByRole('button', { name, exact: true }),
    popup: map.getByRole('dialog'),
    searchHere: map.getByRole('button', { name: 'Search this area' }),
    /** Waits for this status: the map is then positioned for the search. */
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

/** The view that the map requests after `move`. */
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

export async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element has no bounding box: it is not visible.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags the map from near its upper left corner, which has no markers. */
export async function drag(page: Page, ground: Locator, right: number, down: number): Promise<void> {
  const box = await ground.boundingBox()
  if (!box) throw new Error('The map has no bounding box: it is not visible.')
  await page.mouse.move(box.x + 40, box.y + 300)
  await page.mouse.down()
  await page.mouse.move(box.x + 40 + right / 2, box.y + 300 + down / 2, { steps: 4 })
  await page.mouse.move(box.x + 40 + right, box.y + 300 + down, { steps: 4 })
  await page.mouse.up()
}
