import { type Answers, refusal, unreachable } from '@aangan/remote/testing/network'
import { click, go, gone, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderRemote } from '../testing/screens.ts'

const STOP = 'POST /users/searches/stop'
const START = 'POST /users/searches/start'
const SEARCH = 'city=Pune&type=rent'
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const again = page.getByRole('button', { name: 'Start again' })

const open = (network: Answers) => renderRemote('/searches/stop?token=abc', { network })

describe('/searches/stop', () => {
  it('stops the emails at once without signing in, and names the search', async () => {
    const sent: unknown[] = []
    await open({
      [STOP]: async (_url: URL, request: Request) => {
        sent.push(await request.json())
        return { search: SEARCH, alert: 'off' }
      },
    })
    await shown(page.getByRole('status').getByText('These emails have stopped'))
    await shown(page.getByRole('status').getByText('Homes to rent in Pune'))
    expect(sent).toEqual([{ token: 'abc' }])
    const profile = await shown(page.getByRole('link', { name: 'See your saved searches' }))
    expect(profile.getAttribute('href')).toBe('/profile?tab=searches')
  })

  it('starts them again, and announces it', async () => {
    const screen = await open({ [STOP]: { search: SEARCH, alert: 'off' }, [START]: unreachable })
    const status = await shown(page.getByRole('status'))
    await click(again)
    await shown(page.getByRole('alert').getByText('The site cannot be reached'))
    screen.network.answer(START, { search: SEARCH, alert: 'now' })
    await click(again)
    await shown(heading('You will get these emails again'))
    await gone(again)
    expect(status.textContent).toContain('You will get these emails again')
    expect(status.isConnected).toBe(true)
  })

  it.each([
    ['stopped', 'These emails have stopped', async () => {}],
    ['started again', 'You will get these emails again', () => click(again)],
  ])('keeps them %s on Back', async (_what, title, choose) => {
    const network = { [STOP]: { search: SEARCH, alert: 'off' }, [START]: { search: SEARCH, alert: 'now' } }
    const screen = await open(network)
    await shown(again)
    await choose()
    await shown(heading(title))
    const calls = [...screen.network.asked]
    history.pushState({ usr: null, key: 'elsewhere', idx: 1 }, '', '/login')
    await shown(heading('Welcome back'))
    await go(-1)
    await shown(heading(title))
    await shown(page.getByRole('status').getByText('Homes to rent in Pune'))
    expect(screen.network.asked).toEqual(calls)
  })

  it('keeps them started again when "Skip to content" is followed', async () => {
    const network = { [STOP]: { search: SEARCH, alert: 'off' }, [START]: { search: SEARCH, alert: 'now' } }
    const screen = await open(network)
    await click(again)
    await shown(heading('You will get these emails again'))
    // What the browser and the shell's history.ts do for such a link.
    history.pushState({ usr: null, key: 'skipped', idx: 1 }, '', '#main')
    await until(() => history.state.usr).toEqual({ mails: { search: SEARCH, alert: 'now' } })
    expect(screen.network.asked).toEqual([STOP, START])
  })

  it('shows why an expired link does not work', async () => {
    await open({ [STOP]: refusal(404, 'NOT_FOUND', 'This unsubscribe link no longer works.') })
    await shown(heading('These emails could not be stopped'))
    await shown(page.getByText('This unsubscribe link no longer works.'))
    expect(page.getByRole('button').elements()).toEqual([])
  })

  it('can be retried if the site cannot be reached', async () => {
    const screen = await open({ [STOP]: unreachable })
    await shown(heading('These emails could not be stopped'))
    screen.network.answer(STOP, { search: SEARCH, alert: 'off' })
    await click(page.getByRole('button', { name: 'Try again' }))
    await shown(heading('These emails have stopped'))
  })

  it('makes no request without a token', async () => {
    const { network } = await renderRemote('/searches/stop')
    await shown(page.getByText('Part of the link is missing'))
    await until(() => network.asked).toEqual([])
  })
})
