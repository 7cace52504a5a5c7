import { SAVED_MESSAGE } from '@aangan/contracts/post-constants'
import { refusal } from '@aangan/remote/testing/network'
import { click, gone, press, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { homes } from '../testing/homes.ts'
import { renderRemote } from '../testing/screens.ts'
import { cards, cardTitles, heading, listNetwork, PHONE, results } from './testing/list.ts'

const PHOTO = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const network = listNetwork()

describe('a card', () => {
  it('shows picture, price, title, place and facts, and links to the listing', async () => {
    await renderRemote('/list?city=Pune', { network })
    const card = await results()
    const picture = await shown(cards.first().getByRole('img'))
    const { width, height } = picture.getBoundingClientRect()
    expect(width / height).toBeCloseTo(1.5, 1)
    expect(card.innerText).toMatch(
      /\$ 4,500,000\n+\d+ days ago\n+Home 1\n+Baner Road, Pune\n+2 bedroom · 1 bathroom · 1,100 sqft/,
    )
    await click(cards.first().getByRole('img'))
    expect(location.pathname).toMatch(/^\/[0-9a-f]{24}$/)
    await until(() => heading.query()?.textContent).toBe('Home 1')
  })

  it.each([
    ['a photo', [PHOTO], ''],
    ['no picture', [], 'Drawing, no photos yet'],
    ['drawings only', ['/media/drawings/house/a1/0.svg'], 'Drawing, no photos yet'],
    ['a photo that is missing', ['/media/posts/gone.webp', PHOTO], 'Drawing'],
  ])('marks its picture if that is a drawing: with %s', async (_which, images, mark) => {
    const found = homes(1, () => ({ images, img: images[0] ?? null, alts: images.map(() => '') }))
    await renderRemote('/list', { network: listNetwork({}, found) })
    await shown(cards.first().getByRole('img', { name: mark ? /^Drawing of the / : /^Photo of the / }))
    expect(cards.first().getByRole('link').first().element().textContent).toBe(mark)
  })

  it('says when it was listed, in the line of the price', async () => {
    const createdAt = new Date(Date.now() - 3.5 * 86_400_000).toISOString()
    const found = homes(1, () => ({ createdAt, type: 'rent', price: 9_999_999_999 }))
    await renderRemote('/list', { network: listNetwork({}, found), viewport: PHONE })
    const date = await shown(cards.first().getByText('3 days ago'))
    expect(date.getAttribute('datetime')).toBe(createdAt)
    const price = (await shown(cards.first().getByText('/ month'))).getBoundingClientRect()
    expect(date.getBoundingClientRect().top).toBeLessThan(price.bottom)
    expect(date.getBoundingClientRect().right).toBeLessThanOrEqual(PHONE.width)
  })

  it('keeps the number of rooms in its title on one line', async () => {
    const found = homes(1, () => ({ title: 'Quiet 3 BHK house' }))
    await renderRemote('/list', { network: listNetwork({}, found) })
    await results()
    expect(cardTitles()).toEqual(['Quiet 3\u00a0BHK house'])
  })

  it('reads from right to left if its title is in Urdu', async () => {
    const found = homes(2, (at) => ({ title: at === 0 ? 'Green Park میں گھر' : 'کشادہ گھر Green Park' }))
    await renderRemote('/list', { network: listNetwork({}, found) })
    await until(cardTitles).toHaveLength(2)
    const links = cards.getByRole('heading').getByRole('link').elements()
    expect(links.map((link) => link.matches(':dir(rtl)'))).toEqual([false, true])
  })

  it('loads its picture lazily if it is out of view', async () => {
    await renderRemote('/list', { network: listNetwork({}, homes(9)) })
    await results()
    const loading = cards
      .getByRole('img')
      .elements()
      .map((img) => img.getAttribute('loading'))
    expect(loading.slice(0, 2)).toEqual(['eager', 'eager'])
    expect(new Set(loading.slice(6))).toEqual(new Set(['lazy']))
  })

  it('shows the place as saved at once, and then asks a visitor to sign in', async () => {
    const screen = await renderRemote('/list?city=Pune', { network })
    const save = page.getByRole('button', { name: /^Save the Place/ }).first()
    const button = await shown(save)
    await click(save)
    await until(() => button.getAttribute('aria-pressed')).toBe('true')
    expect(screen.asked).toEqual([])
    await until(() => screen.asked).toEqual(['Sign in to save this home'])
  })

  it("offers to save no home of the reader's own", async () => {
    const found = homes(2, (at) => (at === 0 ? { userId: PERSON.id } : {}))
    await renderRemote('/list', {
      session: { status: 'user', user: PERSON },
      network: listNetwork({ '/users/saved': { ids: [] } }, found),
    })
    await results()
    expect(page.getByRole('button', { name: /^Save the Place/ }).elements()).toHaveLength(1)
  })

  it('has one ring with the focus of a keyboard, not one around another', async () => {
    await renderRemote('/list?city=Pune', { network })
    await results()
    const link = cards.first().getByRole('heading').getByRole('link').element() as HTMLElement
    // Chromium shows the ring of a focus set by a script only after a key.
    await press('Tab')
    link.focus()
    await until(() => link.closest('[data-active]')).not.toBe(null)
    expect(link.matches(':focus-visible')).toBe(true)
    const rings = [link, link.closest('li') ?? link].map((element) => getComputedStyle(element).outlineStyle)
    expect(rings).toEqual(['solid', 'none'])
  })

  it('shows which places are saved, also during a request', async () => {
    const [first, second] = homes(3).map(({ id }) => id)
    const screen = await renderRemote('/list?city=Pune', {
      session: { status: 'user', user: PERSON },
      network: listNetwork({
        '/users/saved': { ids: [second] },
        'POST /users/save': { message: 'Post saved' },
      }),
    })
    await results()
    await until(() => pressed()).toEqual(['false', 'true', 'false'])
    const release = screen.network.hold('POST /users/save')
    await click(page.getByRole('button', { name: /^Save the Place/ }).first())
    await until(() => pressed()).toEqual(['true', 'true', 'false'])
    release()
    await until(() => screen.network.asked).toContain('POST /users/save')
    expect(first).not.toBe(second)
    expect(pressed()).toEqual(['true', 'true', 'false'])
  })

  it('reverts a place that could not be saved, says why, and tries again', async () => {
    const screen = await renderRemote('/list?city=Pune', {
      session: { status: 'user', user: PERSON },
      network: listNetwork({
        '/users/saved': { ids: [] },
        'POST /users/save': refusal(503, 'UNAVAILABLE', 'Try again in a moment.'),
      }),
    })
    // The failure goes to the console, too.
    screen.expectProblem(/reported: Try again in a moment/)
    await results()
    const save = page.getByRole('button', { name: 'Save the Place: Home 1' })
    await click(save)
    await shown(page.getByRole('status').getByText('The home could not be saved.'))
    expect(pressed()).toEqual(['false', 'false', 'false'])
    screen.network.answer('POST /users/save', { message: SAVED_MESSAGE })
    await click(page.getByRole('status').getByRole('button', { name: 'Try again' }))
    await gone(page.getByRole('button', { name: 'Try again' }))
    await until(pressed).toEqual(['true', 'false', 'false'])
  })

  it('saves, never unsaves, when pressed before the saved ids have loaded', async () => {
    const [first, second] = homes(3)
    const sent: unknown[] = []
    const screen = await renderRemote('/list?city=Pune', {
      session: { status: 'user', user: PERSON },
      network: listNetwork({
        '/users/saved': { ids: [first?.id] },
        'POST /users/save': async (_url: URL, request: Request) => {
          sent.push(await request.json())
          return { message: 'Post saved' }
        },
      }),
    })
    const release = screen.network.hold('/users/saved')
    for (const title of ['Home 1', 'Home 2']) {
      await click(page.getByRole('button', { name: `Save the Place: ${title}` }))
    }
    await until(pressed).toEqual(['true', 'true', 'false'])
    release()
    await until(() => sent).toEqual([{ postId: second?.id }])
    expect(pressed()).toEqual(['true', 'true', 'false'])
  })
})

const PERSON = { id: 'b'.repeat(24), username: 'asha', avatar: null, createdAt: '2026-01-01T00:00:00.000Z' }

/** Whether each card is shown as saved. */
function pressed() {
  return cards
    .getByRole('button', { name: /Place/ })
    .elements()
    .map((button) => button.getAttribute('aria-pressed'))
}
