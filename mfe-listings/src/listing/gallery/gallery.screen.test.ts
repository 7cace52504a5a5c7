import { postWithDetail } from '@aangan/contracts/testing/posts'
import { input } from '@aangan/remote/testing/input'
import { click, go, gone, hasFocus, press, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { listNetwork } from '../../list/testing/list.ts'
import { homes } from '../../testing/homes.ts'
import { watchRequests } from '../../testing/requests.ts'
import { renderRemote } from '../../testing/screens.ts'
import { openListing, PHONE } from '../testing/listing.ts'

/** Its drawings are missing too: see `pictures` in the platform's screen tests. */
const LAST_ID = 'f'.repeat(24)

const PHOTO = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const OTHER = `${PHOTO}#other`

const pictures = page.getByRole('region', { name: 'Pictures' })
const frames = pictures.getByRole('button')
const viewer = page.getByRole('dialog', { name: 'Pictures' })
const counter = (text: string) => shown(viewer.getByText(text, { exact: true }))
const turn = (name: string) => click(viewer.getByRole('button', { name }))
const drawings = (count: number, set: string) =>
  Array.from({ length: count }, (_, at) => `/media/drawings/house/${set.repeat(23)}${at}/0.svg`)

const open = (images: string[] = []) => openListing(postWithDetail({ images }))

describe('the gallery', () => {
  it('shows one large picture and four small ones, filled up with labelled drawings', async () => {
    await open()
    const [large = 0, ...small] = frames.elements().map((frame) => frame.clientWidth * frame.clientHeight)
    expect(small).toHaveLength(4)
    for (const size of small) expect(large).toBeGreaterThan(size * 3)
    const all = pictures.getByRole('img').elements() as HTMLImageElement[]
    for (const { alt } of all) expect(alt).toMatch(/^Drawing of the /)
  })

  it('shows its pictures in their own colours', async () => {
    await open()
    const all = pictures.getByRole('img').elements()
    expect(all.map((picture) => getComputedStyle(picture).opacity)).toEqual(Array(5).fill('1'))
  })

  it('writes no alternative text where a picture is still loading, as Firefox would', async () => {
    await open()
    const colours = pictures
      .getByRole('img')
      .elements()
      .map((picture) => getComputedStyle(picture).color)
    expect(colours).toEqual(Array(5).fill('rgba(0, 0, 0, 0)'))
  })

  it('gives its small pictures no percentage of a height that WebKit takes as none', async () => {
    await open()
    const [, ...small] = pictures.getByRole('img').elements()
    expect(small.map((picture) => getComputedStyle(picture).position)).toEqual(Array(4).fill('absolute'))
  })

  it('marks the drawings beside photos, and counts the photos', async () => {
    await openListing(postWithDetail({ images: [PHOTO, OTHER] }), { viewport: PHONE })
    await shown(pictures.getByText('1 / 2', { exact: true }))
    const marked = frames.elements().map((frame) => frame.textContent)
    expect(marked).toEqual(['', '', 'Drawing', 'Drawing', 'Drawing'])
    frames.last().element().scrollIntoView({ behavior: 'instant' })
    await gone(pictures.getByText(/^\d \/ \d$/, { exact: true }))
    await click(frames.last())
    await counter('Drawing')
  })

  it('marks drawings alone too, here and in full screen', async () => {
    await open()
    await shown(frames.first())
    expect(frames.elements().map((frame) => frame.textContent)).toEqual(Array(5).fill('Drawing'))
    await click(frames.first())
    await counter('1 / 5')
    await counter('Drawing')
  })

  it('shows all of more than five pictures behind one button', async () => {
    await open(drawings(7, 'a'))
    const seen = pictures.getByRole('img').elements()
    expect(seen.filter((picture) => picture.getClientRects().length > 0)).toHaveLength(5)
    await click(page.getByRole('button', { name: 'All 7 pictures' }))
    await counter('1 / 7')
  })

  it('shows a labelled drawing in place of a missing picture', async () => {
    await open(['/media/posts/gone.webp', ...drawings(3, 'c')])
    const instead = { name: 'Drawing shown because the photo is missing' }
    await shown(pictures.getByRole('img', instead))
    expect(frames.first().element().textContent).toBe('Drawing')
    await click(frames.first())
    await shown(viewer.getByRole('img', instead))
    await counter('Drawing')
  })

  it('shows an icon if the drawing cannot be loaded either', async () => {
    await openListing(postWithDetail({ id: LAST_ID, images: [] }))
    await until(() => page.getByRole('img', { name: 'This picture could not be loaded' }).elements().length).toBe(5)
  })

  it('is one row to swipe on a phone, with a counter', async () => {
    await openListing(undefined, { viewport: PHONE })
    await shown(pictures.getByText('1 / 5'))
    frames.nth(2).element().scrollIntoView({ behavior: 'instant' })
    await shown(pictures.getByText('3 / 5'))
    frames.last().element().scrollIntoView({ behavior: 'instant' })
    await shown(pictures.getByText('5 / 5'))
  })
})

it('shows an icon on a card in place of a missing picture', async () => {
  const [home] = homes(1, () => ({ id: LAST_ID, images: [], img: '/media/gone.webp' }))
  await renderRemote('/list', { network: listNetwork({}, home && [home]) })
  await shown(page.getByRole('article').getByRole('img', { name: 'This picture could not be loaded' }))
})

/** How far the shadow of a mark reaches below it, in pixels: `--shadow-float`. */
const SHADOW = 8 + 24

describe('the full screen', () => {
  it('cuts off no shadow of its mark', async () => {
    await open()
    await click(frames.first())
    const mark = await shown(viewer.getByText('Drawing', { exact: true }))
    expect(getComputedStyle(mark).boxShadow).toMatch(/8px 24px/)
    const { bottom } = mark.getBoundingClientRect()
    for (let around = mark.parentElement; around; around = around.parentElement) {
      const isCut = getComputedStyle(around).overflowY !== 'visible'
      if (isCut) expect(around.getBoundingClientRect().bottom).toBeGreaterThan(bottom + SHADOW)
    }
  })

  it.each([PHONE, { width: 844, height: 390 }])('has its mark on the drawing: $width px', async (viewport) => {
    await open()
    await page.viewport(viewport.width, viewport.height)
    await click(frames.first())
    const mark = (await shown(viewer.getByText('Drawing', { exact: true }))).getBoundingClientRect()
    const { left, right, top, bottom } = viewer.getByRole('img').element().getBoundingClientRect()
    const height = Math.min(bottom - top, ((right - left) * 2) / 3)
    expect(mark.bottom).toBeLessThan((top + bottom + height) / 2)
    expect(mark.top).toBeGreaterThan((top + bottom) / 2)
  })

  it('opens with a click, and its arrows wrap around', async () => {
    await open()
    await click(frames.nth(1))
    await counter('2 / 5')
    for (const [name, text] of [
      ['Previous picture', '1 / 5'],
      ['Previous picture', '5 / 5'],
      ['Next picture', '1 / 5'],
    ] as const) {
      await turn(name)
      await counter(text)
    }
  })

  it('follows the arrow keys, Home and End, and announces the picture', async () => {
    await open()
    await click(frames.first())
    await counter('1 / 5')
    for (const [key, at] of [
      ['ArrowRight', 2],
      ['End', 5],
      ['ArrowRight', 1],
      ['ArrowLeft', 5],
      ['Home', 1],
    ] as const) {
      await press(key)
      await counter(`${at} / 5`)
      expect(viewer.getByRole('status').element().textContent).toMatch(`Picture ${at} of 5: Drawing of the `)
    }
  })

  it.each(['the X', 'Escape'])('closes with %s and restores the focus', async (way) => {
    await open()
    const third = frames.nth(2)
    ;(third.element() as HTMLElement).focus()
    await press('Enter')
    await counter('3 / 5')
    await (way === 'Escape' ? press('Escape') : turn('Close pictures'))
    await gone(viewer)
    expect(hasFocus(third)).toBe(true)
  })

  it('closes on Back without leaving the page, and reopens on Forward', async () => {
    await open()
    await click(frames.nth(2))
    await counter('3 / 5')
    await turn('Next picture')
    await go(-1)
    await gone(viewer)
    expect(hasFocus(frames.nth(2))).toBe(true)
    await go(1)
    await counter('3 / 5')
    await turn('Close pictures')
    await gone(viewer)
    await until(() => history.state).toEqual({ key: expect.any(String), idx: 0 })
  })

  it('keeps the focus inside while it is open', async () => {
    await open()
    await click(frames.first())
    await counter('1 / 5')
    const stops = new Set<string | null>()
    for (let presses = 0; presses < 8; presses += 1) {
      await press('Tab')
      const { activeElement } = document
      stops.add(activeElement?.ariaLabel ?? null)
      // The browser's own controls come between the last tab stop and the first.
      expect(activeElement === document.body || activeElement?.closest('dialog') !== null).toBe(true)
    }
    expect([...stops]).toEqual(expect.arrayContaining(['Close pictures', 'Previous picture', 'Next picture']))
  })

  it('follows a swipe, but ignores small movements', async () => {
    await openListing(undefined, { viewport: PHONE })
    await click(frames.first())
    await counter('1 / 5')
    for (const [from, to, text] of [
      [300, 80, '2 / 5'],
      [80, 300, '1 / 5'],
      [80, 300, '5 / 5'],
      [200, 180, '5 / 5'],
      [80, 300, '4 / 5'],
    ] as const) {
      await input.swipe([from, 400], [to, 400])
      await counter(text)
    }
  })

  it('preloads the neighbouring pictures', async () => {
    const images = drawings(9, 'b')
    const asked = watchRequests()
    await open(images)
    expect(asked).not.toContain(images[8])
    await click(page.getByRole('button', { name: 'All 9 pictures' }))
    await until(() => asked).toContain(images[8])
    expect(asked).not.toContain(images[7])
    await press('ArrowLeft')
    await until(() => asked).toContain(images[7])
  })

  it('loads the photographs before and after it in the width that it will show', async () => {
    const folders = [...'abcdefabc'].map((letter, at) => `/media/posts/${letter.repeat(23)}${at}`)
    const asked = watchRequests()
    await openListing(postWithDetail({ images: folders.map((folder) => `${folder}/1600.webp`) }), { viewport: PHONE })
    await click(frames.first())
    await until(() => asked).toEqual(expect.arrayContaining([`${folders[1]}/640.webp`, `${folders[8]}/640.webp`]))
    expect(asked.filter((path) => path.endsWith('/1600.webp'))).toEqual([])
  })
})
