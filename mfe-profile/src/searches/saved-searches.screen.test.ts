import type { SavedSearch } from '@aangan/contracts/saved-searches'
import { type Answers, refusal, unreachable } from '@aangan/remote/testing/network'
import { choose, click, gone, hasFocus, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { signedIn } from '../testing/people.ts'
import { renderRemote } from '../testing/screens.ts'

const AT = '2026-01-02T03:04:05.000Z'
const PUNE: SavedSearch = {
  id: '1'.repeat(24),
  search: 'city=Pune&type=rent',
  alert: 'off',
  createdAt: AT,
  seenAt: AT,
  newCount: 3,
}
const ALL: SavedSearch = { ...PUNE, id: '2'.repeat(24), search: '', alert: 'daily', newCount: 100 }
const PUNE_TITLE = 'Homes to rent in Pune'
const CHANGE = `PUT /users/searches/${PUNE.id}`
const REMOVE = `DELETE /users/searches/${PUNE.id}`

const section = page.getByRole('region', { name: 'Saved searches' })
const rows = section.getByRole('listitem')
const links = () => texts(rows.getByRole('link'))
const alerts = section.getByLabelText('Email me')
const chosen = () => alerts.elements().map((select) => (select as HTMLSelectElement).value)
const removePune = section.getByRole('button', { name: `Remove ${PUNE_TITLE}` })

function open(changes: Answers = {}, phone?: { width: number; height: number }) {
  const network: Answers = {
    '/users/profilePosts': { userPosts: [], savedPosts: [] },
    '/auth/sessions': [],
    '/chats/mails': { isOn: true },
    '/users/searches': [PUNE, ALL],
    ...changes,
  }
  const path = phone ? '/profile?tab=searches' : '/profile'
  return renderRemote(path, { network, session: signedIn(), ...(phone && { viewport: phone }) })
}

describe('saved searches', () => {
  it('are shown in words, with their numbers of new homes', async () => {
    await open({ '/users/searches': [PUNE, ALL, { ...PUNE, id: '3'.repeat(24), search: 'bedroom=2', newCount: null }] })
    await until(links).toEqual([PUNE_TITLE, 'Homes to buy or rent', '2 bedroom homes to buy or rent'])
    expect(texts(section.getByText(/^\d+\+? new$/))).toEqual(['3 new', '100+ new'])
    const paths = rows
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href'))
    expect(paths).toEqual(['/list?city=Pune&type=rent', '/list', '/list?bedroom=2'])
    expect(chosen()).toEqual(['off', 'daily', 'off'])
  })

  it('count as seen once their link is followed', async () => {
    const sent: unknown[] = []
    await open({
      [CHANGE]: async (_url: URL, request: Request) => {
        sent.push(await request.json())
        return { ...PUNE, newCount: 0 }
      },
    })
    await click(section.getByRole('link', { name: PUNE_TITLE }))
    await until(() => location.pathname + location.search).toBe('/list?city=Pune&type=rent')
    await until(() => sent).toEqual([{ isSeen: true }])
  })

  it('show a changed email setting at once, and revert it if the server refuses', async () => {
    const screen = await open({ [CHANGE]: { ...PUNE, alert: 'now' } })
    const release = screen.network.hold(CHANGE)
    await choose(alerts.first(), 'now')
    await until(chosen).toEqual(['now', 'daily'])
    release()
    await until(() => screen.network.asked).toContain(CHANGE)
    screen.network.answer(CHANGE, refusal(503, 'UNAVAILABLE', 'Away for a moment.'))
    await choose(alerts.first(), 'daily')
    await shown(section.getByRole('alert').getByText('Away for a moment.'))
    expect(chosen()).toEqual(['now', 'daily'])
  })

  it('send one email setting at a time, and end with the last', async () => {
    const screen = await open({
      [CHANGE]: async (_url: URL, request: Request) => ({ ...PUNE, ...(await request.json()) }),
    })
    const changes = () => screen.network.asked.filter((call) => call === CHANGE).length
    const release = screen.network.hold(CHANGE)
    for (const alert of ['now', 'off', 'daily']) await choose(alerts.first(), alert)
    expect([chosen(), changes()]).toEqual([['daily', 'daily'], 1])
    release()
    await until(changes).toBe(2)
    await until(chosen).toEqual(['daily', 'daily'])
  })

  it('can be removed, and restored with Undo', async () => {
    const sent: unknown[] = []
    const screen = await open({
      [REMOVE]: { message: 'Search removed' },
      'POST /users/searches': async (_url: URL, request: Request) => {
        sent.push(await request.json())
        return { ...PUNE, newCount: 0 }
      },
    })
    await shown(removePune)
    screen.network.answer('/users/searches', [ALL])
    await click(removePune)
    await until(links).toEqual(['Homes to buy or rent'])
    const words = section.getByText(`Removed: ${PUNE_TITLE}`)
    await until(() => hasFocus(words)).toBe(true)
    screen.network.answer('/users/searches', [PUNE, ALL])
    await click(section.getByRole('button', { name: `Undo: keep ${PUNE_TITLE}` }))
    await until(links).toEqual([PUNE_TITLE, 'Homes to buy or rent'])
    await gone(words)
    expect(sent).toEqual([{ search: PUNE.search, alert: 'off' }])
  })

  it('fit a phone with a long city name, also once removed', async () => {
    const long = { ...PUNE, search: `city=${'Thiruvananthapuram'.repeat(4)}` }
    await open({ '/users/searches': [long], [REMOVE]: { message: 'Search removed' } }, { width: 390, height: 844 })
    await shown(rows.getByRole('link'))
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await click(section.getByRole('button', { name: /^Remove/ }))
    await shown(section.getByText(/^Removed: /))
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })

  it('stay if removing fails', async () => {
    await open({ [REMOVE]: unreachable })
    await click(removePune)
    await shown(section.getByRole('alert').getByText('The site cannot be reached'))
    expect(links()).toHaveLength(2)
  })

  it('show what to do if there are none, and retry after a failure', async () => {
    const screen = await open({ '/users/searches': unreachable })
    await shown(section.getByText('Your saved searches could not be loaded'))
    screen.network.answer('/users/searches', [])
    await click(section.getByRole('button', { name: 'Try again' }))
    const link = await shown(section.getByRole('link', { name: 'Search homes' }))
    expect(link.getAttribute('href')).toBe('/list')
  })
})
