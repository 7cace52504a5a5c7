import { input } from '@aangan/remote/testing/input'
import { listAnswer, unreachable } from '@aangan/remote/testing/network'
import { choose, click, fill, go, gone, press, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { field, listNetwork } from '../list/testing/list.ts'
import { homes } from '../testing/homes.ts'
import { renderRemote } from '../testing/screens.ts'
import { drag, GOKARNA, HONNAVAR, mapNetwork, middleOf, theMap, viewAfter } from './testing/map.ts'

const PHONE = { width: 390, height: 844 }
const showMap = () => click(page.getByRole('radio', { name: 'Map', exact: true }))
const { map, marker, markers, ground, press: pressOn, searchHere } = theMap
const KUDLE = marker(/Kudle$/)
const KASARKOD = marker(/Kasarkod$/)

const gokarna = () => renderRemote('/list?city=Gokarna', { network: mapNetwork() })

async function honnavar() {
  const screen = await renderRemote('/list?city=Honnavar', { network: mapNetwork(HONNAVAR) })
  await shown(KASARKOD)
  return screen
}

it('fits two or more results', async () => {
  await gokarna()
  const one = middleOf(await shown(KUDLE))
  const other = middleOf(await shown(marker(/Bhadrakali$/)))
  const frame = ground.element().getBoundingClientRect()
  for (const { x, y } of [one, other]) {
    expect(x).toBeGreaterThan(frame.x)
    expect(y).toBeGreaterThan(frame.y)
  }
  expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(200)
})

it('asks for the extent of the results, and then for what is shown of them', async () => {
  const first = () => listAnswer(GOKARNA, { total: 60, next: 'more' })
  const { network } = await renderRemote('/list', { network: { ...mapNetwork(), '/posts': first } })
  await shown(KUDLE)
  const zooms = network.asked.filter((call) => call.startsWith('/posts/map?')).map((call) => zoomOf(call))
  expect(zooms).toEqual([0, expect.closeTo(15, 0)])
})

it('centres on a single result', async () => {
  await honnavar()
  const [home, centre] = [middleOf(KASARKOD.element()), middleOf(ground.element())]
  expect(Math.abs(home.x - centre.x)).toBeLessThan(2)
  // The marker's tip is the point.
  expect(Math.abs(home.y - centre.y)).toBeLessThan(30)
})

it('does not move while a search is loading, nor when it fails', async () => {
  const screen = await gokarna()
  await shown(KUDLE)
  const start = await viewAfter(screen.network.asked, () => pressOn('Zoom in'))
  await pressOn('Zoom out')
  await gone(searchHere)
  screen.network.answer('/posts/map', [])
  screen.network.answer('/posts?city=Honnavar', unreachable)
  await fill(field.location, 'Honnavar')
  await press('Enter')
  await shown(page.getByRole('alert').getByText('Error loading posts!'))
  await gone(KUDLE)
  const failed = await viewAfter(screen.network.asked, () => pressOn('Zoom in'))
  expect(failed.west).toBeCloseTo(start.west, 3)
  expect(failed.north).toBeCloseTo(start.north, 3)
})

it('returns to the results after it was moved', async () => {
  await gokarna()
  const before = middleOf(await shown(KUDLE))
  await drag(ground.element(), 300, 0)
  await shown(searchHere)
  await pressOn('Show all results')
  await gone(searchHere)
  await until(() => middleOf(KUDLE.element())).toEqual(before)
})

it('aborts stale requests', async () => {
  const screen = await gokarna()
  await shown(KUDLE)
  const release = screen.network.hold('/posts/map')
  await viewAfter(screen.network.asked, () => pressOn('Zoom out'))
  const first = screen.network.asked.at(-1)
  await viewAfter(screen.network.asked, () => pressOn('Zoom out'))
  await until(() => screen.network.takenBack).toContain(first)
  release()
})

it('keeps its markers on failure, and retries on request', async () => {
  const screen = await gokarna()
  await shown(KUDLE)
  screen.network.answer('/posts/map', unreachable)
  await pressOn('Zoom in')
  const again = map.getByRole('button', { name: 'Could not load homes. Try again' })
  await shown(again)
  expect(KUDLE.elements()).toHaveLength(1)
  screen.network.answer('/posts/map', [
    { kind: 'cluster', count: 2, latitude: 14.5, longitude: 74.3, bbox: [74, 14, 75, 15] },
  ])
  await pressOn('Could not load homes. Try again')
  await gone(again)
})

it('asks again by itself once the site can be reached', async () => {
  const { network } = await gokarna()
  await shown(KUDLE)
  network.answer('/posts/map', unreachable)
  await pressOn('Zoom in')
  const again = map.getByRole('button', { name: 'Could not load homes. Try again' })
  await shown(again)
  network.answer('/posts/map', [{ kind: 'cluster', count: 2, latitude: 14.5, longitude: 74.3, bbox: [74, 14, 75, 15] }])
  const asked = network.asked.length
  window.dispatchEvent(new Event('online'))
  await gone(again)
  expect(network.asked.slice(asked).filter((call) => call.startsWith('/posts/map?'))).toHaveLength(1)
})

it('does not zoom on the wheel, and shows how to zoom instead', async () => {
  await renderRemote('/list', { network: listNetwork({}, homes(24)) })
  await shown(markers.first())
  const { x, y } = middleOf(ground.element())
  await input.movePointer(x, y)
  await input.turnWheel(0, 300)
  await until(() => window.scrollY).toBeGreaterThan(0)
  await shown(map.getByText('Double click, or use + and −, to zoom'))
  await gone(searchHere)
})

it('on a phone the hint about zooming lies under none of the controls', async () => {
  await renderRemote('/list?city=Gokarna', { network: mapNetwork(), viewport: PHONE })
  await showMap()
  await shown(markers.first())
  const { x, y } = middleOf(ground.element())
  await input.movePointer(x, y)
  await input.turnWheel(0, 300)
  const hint = (await shown(map.getByText('Double click, or use + and −, to zoom'))).getBoundingClientRect()
  const controls = [
    page.getByRole('radio', { name: 'Map', exact: true }),
    page.getByRole('button', { name: 'Zoom out' }),
  ]
  for (const control of controls) {
    const box = (control.element().closest('label') ?? control.element()).getBoundingClientRect()
    const isApart = box.right <= hint.left || box.left >= hint.right || box.bottom <= hint.top || box.top >= hint.bottom
    expect(isApart, `${box.top} to ${box.bottom}, the hint ${hint.top} to ${hint.bottom}`).toBe(true)
  }
})

it.each([
  ['Zoom in', 1],
  ['Zoom out', -1],
])('has a button to %s', async (name, levels) => {
  const { network } = await honnavar()
  expect((await viewAfter(network.asked, () => pressOn(name))).zoom).toBe(15 + levels)
})

it.each(['+', '-'])('%s zooms while the map has the focus', async (key) => {
  const { network } = await honnavar()
  ;(ground.element() as HTMLElement).focus()
  const view = await viewAfter(network.asked, () => press(key))
  expect(view.zoom).toBe(key === '+' ? 16 : 14)
})

it.each([
  ['left', 1, 0],
  ['right', -1, 0],
  ['up', 0, 1],
  ['down', 0, -1],
])('moves %s with a key and with a button', async (way, right, down) => {
  const { network } = await honnavar()
  const position = () => middleOf(KASARKOD.element())
  const moved = (from: typeof start) => [Math.sign(position().x - from.x), Math.sign(position().y - from.y)]
  const start = position()
  ;(ground.element() as HTMLElement).focus()
  await viewAfter(network.asked, () => press(`Arrow${way[0]?.toUpperCase()}${way.slice(1)}`))
  await until(() => moved(start)).toEqual([right, down])
  const keyed = position()
  await pressOn('Move the map')
  await viewAfter(network.asked, () => pressOn(`Move ${way}`))
  await until(() => moved(keyed)).toEqual([right, down])
})

it('shows the searched city if nothing in it matches', async () => {
  const found = GOKARNA.map((post) => ({ kind: 'listing', ...post }))
  const { network } = await renderRemote('/list?city=Gokarna&maxPrice=1', {
    network: {
      ...mapNetwork([]),
      '/posts/map': ({ searchParams }) => (searchParams.has('maxPrice') ? [] : found),
    },
  })
  await nothingFound()
  const view = await viewAfter(network.asked, () => pressOn('Zoom in'))
  expect(view.zoom).toBeGreaterThan(10)
  expect((view.west + view.east) / 2).toBeCloseTo(74.32, 2)
  expect((view.south + view.north) / 2).toBeCloseTo(14.54, 2)
})

it('shows India if the searched place has no homes', async () => {
  const { network } = await renderRemote('/list?city=Nowhereville', { network: mapNetwork([]) })
  await nothingFound()
  const view = await viewAfter(network.asked, () => pressOn('Zoom in'))
  expect(view.zoom).toBeLessThan(7)
  expect((view.west + view.east) / 2).toBeCloseTo(82.75, 0)
})

describe('a map without homes', () => {
  const status = map.getByRole('status')
  const says = () => status.query()?.textContent
  const isVisible = (text: string) => {
    const box = map.getByText(text, { exact: true }).query()?.getBoundingClientRect()
    return box !== undefined && box.width > 100 && box.height > 10
  }
  const HERE = 'No home in this area matches this search.'

  it('shows the text of the list on a phone, in one existing live region', async () => {
    const { network } = await renderRemote('/list?city=Gokarna', { network: mapNetwork(), viewport: PHONE })
    await showMap()
    await until(says).toBe('2 homes on the map')
    const region = status.element()
    network.answer('/posts', listAnswer([]))
    network.answer('/posts/map', [])
    history.pushState({ key: 'none', idx: 1 }, '', '/list?city=Nowhereville')
    await until(says).toBe('No home matches this search.')
    expect(isVisible('No home matches this search.')).toBe(true)
    expect(status.elements()).toEqual([region])
    const said = page.getByText('No home matches this search.').elements()
    expect(said.filter((element) => element.checkVisibility())).toHaveLength(1)
  })

  it('does not repeat the text of the list beside it', async () => {
    await renderRemote('/list?city=Nowhereville', { network: mapNetwork([]) })
    await nothingFound()
    await shown(page.getByText('No home matches this search.'))
    expect(map.getByText('No home matches this search.').elements()).toHaveLength(0)
  })

  it.each([{ width: 1366, height: 768 }, PHONE])(
    'shows that this area has none once it is moved, but not on failure, at $width px',
    async (viewport) => {
      const { network } = await renderRemote('/list?city=Gokarna', { network: mapNetwork(), viewport })
      if (viewport === PHONE) await showMap()
      await shown(KUDLE)
      network.answer('/posts/map', [])
      await viewAfter(network.asked, () => pressOn('Zoom in'))
      await until(says).toBe(HERE)
      expect(isVisible(HERE)).toBe(true)
      network.answer('/posts/map', unreachable)
      await pressOn('Zoom in')
      await shown(map.getByRole('button', { name: 'Could not load homes. Try again' }))
      await until(() => isVisible(HERE)).toBe(false)
      network.answer('/posts/map', mapNetwork()['/posts/map'] ?? [])
      await pressOn('Show all results')
      await until(says).toBe('2 homes on the map')
    },
  )
})

describe('the position it was moved to', () => {
  /** Away from the results, and closer. */
  async function move(asked: readonly string[]) {
    await viewAfter(asked, () => pressOn('Zoom in'))
    ;(ground.element() as HTMLElement).focus()
    return viewAfter(asked, () => press('ArrowDown'))
  }

  it.each([{ width: 1366, height: 768 }, PHONE])(
    'is restored on Back from a listing at $width px',
    async (viewport) => {
      const [home] = GOKARNA
      const similar = { [`/posts/${home?.id}/similar`]: [] }
      const { network } = await renderRemote('/list?city=Gokarna', {
        network: { ...mapNetwork(), ...similar },
        viewport,
      })
      if (viewport === PHONE) await showMap()
      await shown(KUDLE)
      const before = await move(network.asked)
      history.pushState({ key: 'listing', idx: 1 }, '', `/${home?.id}`)
      await shown(page.getByRole('heading', { level: 1, name: home?.title ?? '' }))
      await go(-1)
      await shown(searchHere)
      // The same place was requested before, and is cached.
      const closer = await viewAfter(network.asked, () => pressOn('Zoom in'))
      expect(closer.zoom).toBeCloseTo(before.zoom + 1, 2)
      expect((closer.west + closer.east) / 2).toBeCloseTo((before.west + before.east) / 2, 4)
      expect((closer.south + closer.north) / 2).toBeCloseTo((before.south + before.north) / 2, 4)
    },
  )

  function heldResults() {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const network = { ...mapNetwork(), '/posts': () => held.then(() => listAnswer(GOKARNA)) }
    return { network, release: () => release() }
  }

  it('is not overwritten if it is moved before the results arrive', async () => {
    const held = heldResults()
    const { network } = await renderRemote('/list?city=Gokarna', { network: held.network, entryState: { map: KEPT } })
    await shown(searchHere)
    const view = await viewAfter(network.asked, () => pressOn('Zoom in'))
    held.release()
    await shown(page.getByRole('article').first())
    const closer = await viewAfter(network.asked, () => pressOn('Zoom in'))
    expect(closer.zoom).toBeCloseTo(view.zoom + 1, 2)
  })

  const KEPT = { point: { longitude: 74.4, latitude: 14.6 }, zoom: 12.5 }

  it('is restored after a reload, if list and map are separate views', async () => {
    const options = { network: mapNetwork(), viewport: PHONE, entryState: { view: 'map', map: KEPT } }
    const { network } = await renderRemote('/list?city=Gokarna', options)
    await shown(searchHere)
    const view = await viewAfter(network.asked, () => pressOn('Zoom in'))
    expect(view.zoom).toBeCloseTo(13.5, 2)
    expect((view.west + view.east) / 2).toBeCloseTo(74.4, 4)
    expect((view.south + view.north) / 2).toBeCloseTo(14.6, 3)
  })

  it('is dropped when the same search is repeated', async () => {
    await renderRemote('/list?city=Gokarna', { network: mapNetwork(), entryState: { map: KEPT } })
    await shown(searchHere)
    await click(page.getByRole('button', { name: 'Search', exact: true }))
    await gone(searchHere)
  })

  it('is dropped when the same search is repeated before its results arrive', async () => {
    const { network, release } = heldResults()
    await renderRemote('/list?city=Gokarna', { network, entryState: { map: KEPT } })
    await shown(searchHere)
    await click(page.getByRole('button', { name: 'Search', exact: true }))
    release()
    await shown(KUDLE)
    await gone(searchHere)
  })

  it('is not restored for another search', async () => {
    const { network } = await renderRemote('/list?city=Gokarna', { network: mapNetwork() })
    const start = middleOf(await shown(KUDLE))
    await move(network.asked)
    await choose(field.type, 'buy')
    await click(page.getByRole('button', { name: 'Search', exact: true }))
    await gone(searchHere)
    await until(() => middleOf(KUDLE.element())).toEqual(start)
  })
})

it('zooms in on a double click', async () => {
  const { network } = await honnavar()
  const view = await viewAfter(network.asked, async () => doubleClick(ground.element(), 100, 200))
  expect(view.zoom).toBe(16)
})

it('moves its markers without recreating or rerendering them while dragged', async () => {
  await gokarna()
  await shown(KUDLE)
  const changes = watchMarkers()
  const [from, { x, y }] = [middleOf(KUDLE.element()), ground.element().getBoundingClientRect()]
  await input.movePointer(x + 40, y + 300)
  await input.pressPointer()
  await input.movePointer(x + 140, y + 380, 10)
  await until(() => middleOf(KUDLE.element()).x - from.x).toBeGreaterThan(50)
  expect(changes).toEqual({ moves: 0, markers: 0 })
  await input.releasePointer()
})

it('zooms without animation with prefers-reduced-motion', async () => {
  const { network } = await gokarna()
  await shown(KUDLE)
  const changes = watchMarkers()
  await viewAfter(network.asked, () => pressOn('Zoom out'))
  // Two markers, each placed once.
  expect(changes.moves).toBe(2)
})

const nothingFound = () => until(() => map.getByRole('status').query()?.textContent).toBe('0 homes on the map')

function zoomOf(call: string): number {
  return Number(new URL(call, window.location.href).searchParams.get('zoom'))
}

/** Synthetic, since two real clicks could be too slow for a double click. */
function doubleClick(element: Element, right: number, down: number): void {
  const { x, y } = element.getBoundingClientRect()
  const at = { bubbles: true, cancelable: true, clientX: x + right, clientY: y + down, pointerId: 1, isPrimary: true }
  const target = document.elementFromPoint(at.clientX, at.clientY)
  for (const detail of [1, 2]) {
    target?.dispatchEvent(new PointerEvent('pointerdown', { ...at, pointerType: 'mouse', buttons: 1 }))
    target?.dispatchEvent(new PointerEvent('pointerup', { ...at, pointerType: 'mouse' }))
    target?.dispatchEvent(new MouseEvent('click', { ...at, detail }))
  }
  target?.dispatchEvent(new MouseEvent('dblclick', { ...at, detail: 2 }))
}

/** Counts marker moves, and added and removed markers. */
function watchMarkers() {
  const changes = { moves: 0, markers: 0 }
  const list = map.getByRole('list', { name: /on the map$/ }).element()
  const watching = new MutationObserver((records) => {
    for (const { type, target } of records) {
      if (type === 'childList') changes.markers++
      else if (target.nodeName === 'LI') changes.moves++
    }
  })
  watching.observe(list, { subtree: true, childList: true, attributeFilter: ['style'] })
  onTestFinished(() => watching.disconnect())
  return changes
}
