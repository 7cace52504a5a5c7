import { ID, postWithDetail } from '@aangan/contracts/testing/posts'
import type { Session } from '@aangan/contracts/users'
import { type Answers, refusal, unreachable } from '@aangan/remote/testing/network'
import { click, gone, hasFocus, press, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { viewsOf } from '../../testing/views.ts'
import { listingNetwork, openListing, PHONE } from '../testing/listing.ts'

const [PUT, DELETE, VIEWS] = [`PUT /posts/${ID}`, `DELETE /posts/${ID}`, `/posts/${ID}/views`]
const home = postWithDetail()
const owner: Session = {
  status: 'user',
  user: { id: home.userId, username: 'asha', avatar: null, createdAt: '2026-01-02T03:04:05.000Z' },
}
const today = new Date().toISOString().slice(0, 10)
const record = { total: 40, days: [{ day: today, count: 12 }] }

const card = page.getByRole('complementary', { name: 'Your listing' })
const button = (label: string) => card.getByRole('button', { name: `${label}: ${home.title}` })
const question = page.getByRole('dialog', { name: 'Delete this listing?' })
const said = (text: string) => shown(page.getByRole('status').getByText(text))

function openOwn(changes: Partial<typeof home> = {}, network: Answers = {}, viewport?: typeof PHONE, path?: string) {
  const own = { ...home, ...changes }
  return openListing(own, {
    session: owner,
    network: { [VIEWS]: record, '/users/saved': { ids: [] }, ...network },
    ...(viewport && { viewport }),
    ...(path && { path }),
  })
}

/** Applies status changes like the server, and returns the requested ones. */
function applyStatusChanges(
  screen: Awaited<ReturnType<typeof openOwn>>,
  changes: Partial<typeof home> = {},
): unknown[] {
  const own = { ...home, ...changes }
  const bodies: unknown[] = []
  screen.network.answer(PUT, async (_url, request) => {
    const body = (await request.json()) as object
    bodies.push(body)
    screen.network.answer(`/posts/${ID}`, { ...own, ...body })
    return { ...own, ...body }
  })
  return bodies
}

describe('the owner’s card', () => {
  it('replaces the contact card, and links to the form', async () => {
    const { network } = await openOwn()
    await shown(button('Unpublish'))
    expect(texts(card.getByRole('button'))).toEqual(['Unpublish', 'Mark as sold', 'Delete'])
    expect(card.getByRole('link', { name: 'Edit' }).element().getAttribute('href')).toBe(`/edit/${ID}`)
    await gone(page.getByRole('button', { name: /Send a Message|Save the Place/ }))
    expect(network.asked).not.toContain(viewsOf(home))
  })

  it('leaves room between the last line and the footer on a phone', async () => {
    await openOwn({ type: 'rent' }, { '/posts': [] }, PHONE)
    await shown(button('Unpublish'))
    const last = page.getByRole('link', { name: 'Open in OpenStreetMap' }).element().getBoundingClientRect()
    const { bottom } = page.getByRole('article').first().element().getBoundingClientRect()
    expect(bottom - last.bottom).toBeGreaterThan(16)
  })

  it('opens no chat when the owner signed in to write to themselves', async () => {
    const { offers } = await openOwn({}, {}, undefined, `/${ID}?write=1`)
    await shown(button('Unpublish'))
    await until(() => location.search).toBe('')
    expect(offers.filter(({ slot }) => slot === 'listing.chat')).toEqual([])
  })

  it('shows a change of status at once, and announces it once the server has confirmed it', async () => {
    const screen = await openOwn()
    const bodies = applyStatusChanges(screen)
    const heard: unknown[] = []
    const listening = screen.context.changes.after(0).subscribe(({ change }) => heard.push(change))
    const release = screen.network.hold(PUT)
    await click(button('Unpublish'))
    await shown(card.getByText('Only you can see it.'))
    await shown(page.getByRole('main').getByText('Unpublished', { exact: true }).first())
    expect(heard).toEqual([])
    release()
    await said('Only you can see it.')
    expect(heard).toEqual([{ type: 'post.changed', id: ID }])
    expect(hasFocus(button('Publish'))).toBe(true)
    await click(button('Publish'))
    await shown(card.getByText('Everyone can find it.'))
    await said('available again')
    expect(bodies).toEqual([{ status: 'unpublished' }, { status: 'live' }])
    listening.unsubscribe()
  })

  it.each([
    ['buy', 'Mark as sold', 'Sold'],
    ['rent', 'Mark as rented', 'Rented'],
  ] as const)('of a home to %s: %s, and back', async (type, mark, state) => {
    const screen = await openOwn({ type })
    const bodies = applyStatusChanges(screen, { type })
    await click(button(mark))
    await shown(card.getByText(state, { exact: true }))
    await said(`marked as ${state.toLowerCase()}`)
    await click(button('Mark as available'))
    await shown(card.getByText('Live', { exact: true }))
    await until(() => bodies).toEqual([{ status: 'taken' }, { status: 'live' }])
  })

  it('reverts on failure, and shows what to do', async () => {
    await openOwn({}, { [PUT]: unreachable })
    await click(button('Mark as sold'))
    await shown(card.getByRole('alert').getByText('Nothing was changed. The site cannot be reached.'))
    await shown(card.getByText('Everyone can find it.'))
    await shown(button('Mark as sold'))
  })

  it('asks before deleting, and then opens the profile', async () => {
    const screen = await openOwn({}, { [DELETE]: { message: 'Post deleted' } })
    const heard: unknown[] = []
    const listening = screen.context.changes.after(0).subscribe(({ change }) => heard.push(change))
    await click(button('Delete'))
    await shown(question.getByText(home.title))
    await press('Escape')
    await gone(question)
    expect(hasFocus(button('Delete'))).toBe(true)
    await click(button('Delete'))
    const before = screen.network.asked.length
    await click(question.getByRole('button', { name: 'Delete' }))
    await until(() => location.pathname).toBe('/profile')
    expect(history.state.usr).toEqual({ notice: 'Your listing is deleted.' })
    expect(heard).toEqual([{ type: 'post.removed', id: ID }])
    // A deleted listing is not refetched.
    expect(screen.network.asked.slice(before)).toEqual([DELETE])
    listening.unsubscribe()
  })

  it('announces the change but does not navigate when another listing was opened before the response', async () => {
    const other = postWithDetail({ id: 'f'.repeat(24), userId: 'b'.repeat(24), title: 'Another flat' })
    const screen = await openOwn(
      {},
      { ...listingNetwork([other]), [`/posts/${other.id}`]: other, [DELETE]: { message: 'Post deleted' } },
    )
    const heard: unknown[] = []
    const listening = screen.context.changes.after(0).subscribe(({ change }) => heard.push(change))
    const release = screen.network.hold(DELETE)
    await click(button('Delete'))
    await click(question.getByRole('button', { name: 'Delete' }))
    history.pushState({ usr: null, key: 'left', idx: 1 }, '', `/${other.id}`)
    await shown(page.getByRole('heading', { level: 1, name: other.title }))
    release()
    await until(() => heard).toEqual([{ type: 'post.removed', id: ID }])
    expect(location.pathname).toBe(`/${other.id}`)
    listening.unsubscribe()
  })

  it('shows in the dialog that deleting failed', async () => {
    await openOwn({}, { [DELETE]: refusal(503, 'UNAVAILABLE', 'Listings are not available right now.') })
    await click(button('Delete'))
    await click(question.getByRole('button', { name: 'Delete' }))
    await shown(
      question.getByRole('alert').getByText('The listing was not deleted. Listings are not available right now.'),
    )
    expect(location.pathname).toBe(`/${ID}`)
  })

  it('fits a phone', async () => {
    await openOwn({}, {}, PHONE)
    await shown(button('Mark as sold'))
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(PHONE.width)
  })
})

describe('the view counts', () => {
  const chart = card.getByRole('img')

  it('are a chart with a text summary and a table', async () => {
    await openOwn()
    await shown(card.getByText('40 views in total, 12 in the last 30 days'))
    const label = chart.element().getAttribute('aria-label')
    expect(label).toMatch(/^12 views in the last 30 days, most on .*: 12$/)
    expect(chart.element().querySelectorAll('rect')).toHaveLength(30)
    await click(card.getByText('Views by day'))
    await until(() => texts(card.getByRole('row'))).toHaveLength(2)
  })

  it('show that there are no views yet', async () => {
    await openOwn({}, { [VIEWS]: { total: 0, days: [] } })
    await shown(card.getByText('No views yet.'))
  })

  it('can be retried after a failure', async () => {
    const { network } = await openOwn({}, { [VIEWS]: unreachable })
    await shown(card.getByText('could not be loaded'))
    network.answer(VIEWS, record)
    await click(card.getByRole('button', { name: 'Try again' }))
    await shown(chart)
  })
})

describe('other people', () => {
  it('see that a home is sold, and no controls', async () => {
    const { network } = await openListing({ ...home, status: 'taken' })
    await shown(page.getByText('Sold', { exact: true }))
    await shown(page.getByRole('button', { name: 'Save the Place' }))
    await gone(card)
    expect(network.asked).not.toContain(VIEWS)
  })

  it('are counted once per visit, despite rerenders', async () => {
    const { network, context } = await openListing()
    await until(() => network.asked).toContain(viewsOf(home))
    context.changes.announce({ type: 'post.changed', id: ID })
    await until(() => network.asked.filter((call) => call === `/posts/${ID}`)).toHaveLength(2)
    expect(network.asked.filter((call) => call === viewsOf(home))).toHaveLength(1)
  })

  it('are not counted while the page is hidden, and see no error on failure', async () => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    const refused = refusal(401, 'NOT_AUTHENTICATED', 'Not Authenticated!')
    const { network, asked } = await openListing(home, { network: { [viewsOf(home)]: refused } })
    expect(network.asked).not.toContain(viewsOf(home))
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange'))
    await until(() => network.asked).toContain(viewsOf(home))
    await shown(page.getByRole('button', { name: 'Save the Place' }))
    expect(asked).toEqual([])
  })
})
