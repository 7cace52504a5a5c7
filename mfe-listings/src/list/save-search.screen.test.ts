import type { SavedSearch } from '@aangan/contracts/saved-searches'
import type { Session } from '@aangan/contracts/users'
import { type Answers, listAnswer, refusal, unreachable } from '@aangan/remote/testing/network'
import { click, fill, go, gone, hasFocus, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { homes } from '../testing/homes.ts'
import { renderRemote } from '../testing/screens.ts'
import { field, heading, listNetwork, openCard, results, search } from './testing/list.ts'

const user = { id: 'a'.repeat(24), username: 'asha', avatar: null, createdAt: '2026-01-01T00:00:00.000Z' }
const ASHA: Session = { status: 'user', user }
const SAVE = 'POST /users/searches'
const save = page.getByRole('button', { name: 'Save this search' })
const saved = page.getByRole('link', { name: 'Search saved' })

function savedSearch(search: string): SavedSearch {
  const at = '2026-01-01T00:00:00.000Z'
  return { id: 'b'.repeat(24), search, alert: 'off', createdAt: at, seenAt: at, newCount: 0 }
}

const labelOf = (radio: Element) => radio.closest('label')?.textContent

function open(changes: Answers = {}, session = ASHA) {
  const network = listNetwork({ '/users/saved': { ids: [] }, ...changes })
  return renderRemote('/list?city=Pune&type=rent&sort=price_asc&after=two', { network, session })
}

it.each([1024, 1366])(
  'is offered beside the order of the homes, however many filters there are, at %i px',
  async (width) => {
    const filters = 'city=Kothrud&type=rent&property=apartment&minPrice=10000&maxPrice=90000&bedroom=2&bathroom=2'
    await renderRemote(`/list?${filters}`, { network: listNetwork(), viewport: { width, height: 768 } })
    await results()
    const chips = page.getByRole('list', { name: 'Active filters' }).element()
    const lines = new Set([...chips.querySelectorAll('a')].map((chip) => chip.getBoundingClientRect().top))
    expect(lines.size).toBeGreaterThan(1)
    expect(save.element().getBoundingClientRect().bottom).toBe(field.sort.element().getBoundingClientRect().bottom)
  },
)

describe('saving a search', () => {
  it('sends its filters only, and then links to the profile', async () => {
    const sent: unknown[] = []
    await open({
      [SAVE]: async (_url: URL, request: Request) => {
        sent.push(await request.json())
        return savedSearch('city=Pune&type=rent')
      },
    })
    await click(save)
    const link = await shown(saved)
    expect(link.getAttribute('href')).toBe('/profile?tab=searches')
    expect(hasFocus(saved)).toBe(true)
    expect(sent).toEqual([{ search: 'city=Pune&type=rent' }])
  })

  it('without the words that its results leave out', async () => {
    const sent: unknown[] = []
    await renderRemote('/list?city=2bhk+xyzzy+Pune', {
      session: ASHA,
      network: listNetwork({
        '/users/saved': { ids: [] },
        '/posts': listAnswer(homes(3), { meant: '?city=Pune&bedroom=2', leftOut: 'xyzzy' }),
        [SAVE]: async (_url: URL, request: Request) => {
          sent.push(await request.json())
          return savedSearch('city=Pune&bedroom=2')
        },
      }),
    })
    await results()
    await click(save)
    await until(() => sent).toEqual([{ search: 'city=Pune&bedroom=2' }])
  })

  it('that is saved asks how soon to mail its new homes, and goes back where that fails', async () => {
    const sent: unknown[] = []
    const made = savedSearch('city=Pune&type=rent')
    const CHANGE = `PUT /users/searches/${made.id}`
    const screen = await open({
      [SAVE]: made,
      [CHANGE]: async (_url: URL, request: Request) => {
        sent.push(await request.json())
        return { ...made, alert: 'daily' }
      },
    })
    await click(save)
    const choice = page.getByRole('group', { name: 'Email me new homes' })
    const chosen = () => choice.getByRole('radio', { checked: true }).elements().map(labelOf)
    await until(chosen).toEqual(['Never'])
    await click(choice.getByRole('radio', { name: 'Daily' }))
    await until(() => sent).toEqual([{ alert: 'daily' }])
    expect(chosen()).toEqual(['Daily'])
    screen.network.answer(CHANGE, unreachable)
    await click(choice.getByRole('radio', { name: 'At once' }))
    await shown(page.getByRole('alert').getByText('The site cannot be reached'))
    await until(chosen).toEqual(['Daily'])
    const changes = () => screen.network.asked.filter((call) => call === CHANGE).length
    const before = changes()
    const release = screen.network.hold(CHANGE)
    for (const name of ['At once', 'Never']) await click(choice.getByRole('radio', { name }))
    expect([chosen(), changes() - before]).toEqual([['Never'], 1])
    screen.network.answer(CHANGE, { ...made, alert: 'off' })
    release()
    await until(() => changes() - before).toBe(2)
    await until(chosen).toEqual(['Never'])
    await results()
    await field.location.fill('Mumbai')
    await search()
    await gone(choice)
  })

  it('that mails new homes says whether the address must be confirmed first', async () => {
    const made = savedSearch('city=Pune&type=rent')
    const network = { [SAVE]: made, [`PUT /users/searches/${made.id}`]: { ...made, alert: 'daily' } }
    const choice = page.getByRole('group', { name: 'Email me new homes' })
    const said = page.getByText('First open the link that we sent to asha@example.com.')
    await open(network, { status: 'user', user: { ...user, email: 'asha@example.com', emailConfirmed: false } })
    await click(save)
    await shown(choice)
    await gone(said)
    await click(choice.getByRole('radio', { name: 'Daily' }))
    await shown(said)
  })

  it('pressed while the results load saves what its text means, once they are there', async () => {
    const sent: unknown[] = []
    const asked = '/posts?city=2bhk+in+Mumbai&type=rent&sort=price_asc'
    const screen = await open({
      [asked]: listAnswer(homes(3), { meant: '?city=Mumbai&type=rent&bedroom=2&sort=price_asc' }),
      [SAVE]: async (_url: URL, request: Request) => {
        sent.push(await request.json())
        return savedSearch('city=Mumbai&type=rent&bedroom=2')
      },
    })
    await results()
    const release = screen.network.hold(asked)
    await fill(field.location, '2bhk in Mumbai')
    await search()
    await until(() => heading.element().textContent).toBe('Search results for 2bhk in Mumbai')
    await click(save)
    await until(() => save.element().getAttribute('aria-busy')).toBe('true')
    await until(() => [hasFocus(save), sent]).toEqual([true, []])
    release()
    await shown(saved)
    await until(() => hasFocus(saved)).toBe(true)
    await shown(page.getByRole('group', { name: 'Email me new homes' }))
    await results()
    await until(() => sent).toEqual([{ search: 'city=Mumbai&type=rent&bedroom=2' }])
  })

  it('is not saved if other results are asked for first', async () => {
    const screen = await open({ [SAVE]: savedSearch('city=Pune&type=rent') })
    await results()
    const asked = '/posts?city=Mumbai&type=rent&sort=price_asc'
    screen.network.hold(asked)
    await fill(field.location, 'Mumbai')
    await search()
    await until(() => heading.element().textContent).toBe('Search results for Mumbai')
    await click(save)
    await go(-1)
    await results()
    expect(save.element().getAttribute('aria-busy')).toBe(null)
    expect(screen.network.asked).not.toContain(SAVE)
  })

  it('shows whether the search is saved already', async () => {
    await open({ '/users/searches?search=city%3DPune%26type%3Drent': [savedSearch('city=Pune&type=rent')] })
    await shown(saved)
    expect(save.query()).toBe(null)
    await results()
    await field.location.fill('Mumbai')
    await search()
    await shown(save)
    await gone(saved)
  })

  it('is not shown to the next user', async () => {
    const screen = await open({ [SAVE]: savedSearch('city=Pune&type=rent') })
    await click(save)
    await shown(saved)
    screen.become({ status: 'user', user: { ...user, id: 'd'.repeat(24), username: 'ravi' } })
    await shown(save)
    await gone(saved)
  })

  it('shows why it failed', async () => {
    const screen = await open({ [SAVE]: refusal(409, 'CONFLICT', 'You have saved 50 searches.') })
    await click(save)
    await shown(page.getByRole('alert').getByText('You have saved 50 searches.'))
    screen.network.answer(SAVE, unreachable)
    await click(save)
    await shown(page.getByRole('alert').getByText('The site cannot be reached'))
    await shown(save)
  })

  it('waits until a visitor has signed in', async () => {
    const screen = await open({ [SAVE]: savedSearch('city=Pune&type=rent') }, { status: 'visitor' })
    await click(save)
    await until(() => screen.asked).toEqual(['Sign in to save this search'])
    expect(screen.network.asked).not.toContain(SAVE)
    screen.become(ASHA)
    await shown(saved)
    expect(screen.network.asked.filter((call) => call === SAVE)).toHaveLength(1)
  })

  it('drops the pending save if the visitor returns without signing in', async () => {
    const screen = await open({}, { status: 'visitor' })
    await click(save)
    await until(() => screen.asked).toEqual(['Sign in to save this search'])
    await openCard(0)
    await shown(page.getByRole('button', { name: 'Send a Message' }))
    await go(-1)
    await results()
    await shown(save)
    screen.become(ASHA)
    await until(() => screen.network.asked.some((call) => call.startsWith('/users/searches?'))).toBe(true)
    await shown(save)
    expect(screen.network.asked).not.toContain(SAVE)
  })

  it('makes no request for a visitor, and is not offered if the list failed', async () => {
    const screen = await open({ '/posts': unreachable }, { status: 'visitor' })
    await shown(page.getByRole('alert').getByText('Error loading posts!'))
    expect(save.query()).toBe(null)
    expect(screen.network.asked.filter((call) => call.includes('searches'))).toEqual([])
  })
})
