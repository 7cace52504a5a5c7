import { post } from '@aangan/contracts/testing/posts'
import { type Answers, refusal, unreachable } from '@aangan/remote/testing/network'
import { click, go, gone, hasFocus, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { asha, sessionInfo, signedIn } from '../testing/people.ts'
import { renderRemote } from '../testing/screens.ts'

const SAVE = 'POST /users/save'
const LOGOUT = 'POST /auth/logout'
const mine = { ...post({ id: '1'.repeat(24), title: 'Home of mine' }) }
const saved = { ...post({ id: '2'.repeat(24), title: 'Home I like' }) }
const OTHER = sessionInfo({
  id: 'c'.repeat(24),
  isCurrent: false,
  userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile Safari/537',
})

const section = (name: string) => page.getByRole('region', { name })
const titles = (name: string) => texts(section(name).getByRole('article').getByRole('heading'))

function open(changes: Answers = {}, session = signedIn()) {
  const network: Answers = {
    '/users/profilePosts': { userPosts: [mine], savedPosts: [saved] },
    '/auth/sessions': [sessionInfo(), OTHER],
    '/chats/mails': { isOn: true },
    '/users/searches': [],
    ...changes,
  }
  return renderRemote('/profile', { network, session })
}

describe('/profile', () => {
  it('shows the user, own listings and saved listings', async () => {
    const { network, offers } = await open()
    await shown(page.getByRole('heading', { level: 1, name: 'asha.rao' }))
    await shown(page.getByText('asha@example.com'))
    await until(() => titles('My Properties')).toEqual(['Home of mine'])
    expect(titles('Saved Properties')).toEqual(['Home I like'])
    const link = (name: string) => page.getByRole('link', { name }).element().getAttribute('href')
    expect([link('Update Profile'), link('Create New Post')]).toEqual(['/profile/update', '/add'])
    // No remote fills the slot.
    expect(offers).toEqual([expect.objectContaining({ slot: 'profile.inbox', props: {} })])
    await shown(section('Messages').getByText('Messages are not available right now.'))
    expect([...network.asked].sort()).toEqual([
      '/auth/sessions',
      '/chats/mails',
      '/users/profilePosts',
      '/users/searches',
    ])
  })

  it('shows a loading state in each list, and what to do if it is empty', async () => {
    const screen = await open({ '/users/profilePosts': { userPosts: [], savedPosts: [] } })
    const release = screen.network.hold('/users/profilePosts')
    await until(() => texts(page.getByText('Loading...'))).toEqual(['Loading...', 'Loading...'])
    release()
    await shown(section('My Properties').getByText('You have not listed a home yet'))
    await shown(section('Saved Properties').getByRole('link', { name: 'Search homes' }))
  })

  it('shows an error in both lists, and retries both', async () => {
    const { network } = await open({ '/users/profilePosts': unreachable })
    for (const name of ['My Properties', 'Saved Properties']) {
      await shown(section(name).getByRole('alert').getByText('Error loading posts!'))
    }
    network.answer('/users/profilePosts', { userPosts: [mine], savedPosts: [saved] })
    await click(section('Saved Properties').getByRole('button', { name: 'Try again' }))
    await until(() => titles('My Properties')).toEqual(['Home of mine'])
    await gone(page.getByRole('alert'))
  })

  it('refetches when a place was saved on another screen or tab', async () => {
    const { network, context } = await open()
    await until(() => titles('Saved Properties')).toEqual(['Home I like'])
    network.answer('/users/profilePosts', { userPosts: [mine], savedPosts: [] })
    context.changes.announce({ type: 'post.saved', id: saved.id, isSaved: false })
    await until(() => titles('Saved Properties')).toEqual([])
  })

  it('removes a saved home at once, and shows why it failed', async () => {
    const sent: unknown[] = []
    const { network } = await open({ [SAVE]: refusal(503, 'UNAVAILABLE', 'Away for a moment.') })
    const remove = page.getByRole('button', { name: 'Remove Home I like from your saved homes' })
    await click(remove)
    await shown(section('Saved Properties').getByRole('alert').getByText('Away for a moment.'))
    network.answer('/users/profilePosts', { userPosts: [mine], savedPosts: [] })
    network.answer(SAVE, async (_url: URL, request: Request) => {
      sent.push(await request.json())
      return { message: 'Post removed from saved list' }
    })
    const release = network.hold('/users/profilePosts')
    await click(remove)
    await until(() => titles('Saved Properties')).toEqual([])
    release()
    await shown(page.getByRole('status').getByText('Removed from your saved homes.'))
    await until(() => hasFocus(page.getByRole('heading', { name: 'Saved Properties' }))).toBe(true)
    expect(sent).toEqual([{ postId: saved.id }])
  })

  it('removes a home that was removed elsewhere meanwhile, although the call toggles', async () => {
    const answers = ['Post saved', 'Post removed from saved list']
    const { network } = await open({ [SAVE]: () => ({ message: answers.shift() }) })
    await shown(page.getByRole('button', { name: 'Remove Home I like from your saved homes' }))
    network.answer('/users/profilePosts', { userPosts: [mine], savedPosts: [] })
    await click(page.getByRole('button', { name: 'Remove Home I like from your saved homes' }))
    await shown(page.getByRole('status').getByText('Removed from your saved homes.'))
    expect(answers).toEqual([])
  })

  it('removes a saved home once, even if the page was left and opened again before the answer', async () => {
    const { network } = await open({ [SAVE]: { message: 'Post removed from saved list' } })
    const remove = page.getByRole('button', { name: 'Remove Home I like from your saved homes' })
    const release = network.hold(SAVE)
    await click(remove)
    history.pushState({ usr: null, key: 'left', idx: 1 }, '', '/profile/update')
    await shown(page.getByRole('heading', { level: 1, name: 'Update Profile' }))
    await go(-1)
    await click(remove)
    network.answer('/users/profilePosts', { userPosts: [mine], savedPosts: [] })
    release()
    await until(() => titles('Saved Properties')).toEqual([])
    expect(network.asked.filter((call) => call === SAVE)).toHaveLength(1)
  })

  it('shows nothing after signing out, and makes no requests', async () => {
    const { become, context, network } = await open()
    await until(() => titles('Saved Properties')).toEqual(['Home I like'])
    const before = network.asked.length
    context.changes.announce({ type: 'user.left', id: asha.id })
    become({ status: 'visitor' })
    await gone(page.getByRole('heading'))
    expect(document.querySelector('main')?.textContent).toBe('')
    expect(network.asked).toHaveLength(before)
  })

  it('hides the data of the previous user', async () => {
    const { become, network } = await open()
    await until(() => titles('Saved Properties')).toEqual(['Home I like'])
    network.answer('/users/profilePosts', { userPosts: [], savedPosts: [] })
    const release = network.hold('/users/profilePosts')
    become(signedIn({ id: 'd'.repeat(24), username: 'ravi' }))
    await shown(page.getByRole('heading', { level: 1, name: 'ravi' }))
    expect(titles('Saved Properties')).toEqual([])
    release()
    await shown(section('My Properties').getByText('You have not listed a home yet'))
  })
})

describe('logging out', () => {
  const logout = page.getByRole('button', { name: 'Logout' })

  it('goes to the chat, and refreshes the session', async () => {
    const { network, asked } = await open({ [LOGOUT]: { message: 'You are signed out.' } })
    await click(logout)
    await until(() => location.pathname).toBe('/chat')
    expect(network.asked).toContain(LOGOUT)
    await until(() => asked).toEqual(['refresh'])
  })

  it('shows an error when it fails', async () => {
    await open({ [LOGOUT]: unreachable })
    await click(logout)
    await shown(page.getByRole('alert').getByText('You are still signed in'))
    expect(location.pathname).toBe('/profile')
  })
})

describe('the list of sessions', () => {
  const list = page.getByRole('list', { name: 'Browsers' })
  const signOut = list.getByRole('button', { name: 'Sign out' })

  it('ends other sessions, but not the current one', async () => {
    const { network } = await open({ [`DELETE /auth/sessions/${OTHER.id}`]: { message: 'The session is ended.' } })
    await shown(list.getByText('Firefox on Linux'))
    await shown(list.getByText('This browser'))
    await until(() => signOut.elements().map((button) => button.getAttribute('aria-label'))).toEqual([
      expect.stringMatching(/^Sign out Chrome on Android, last used .+ ago$/),
    ])
    network.answer('/auth/sessions', [sessionInfo()])
    await click(signOut)
    await gone(list.getByText('Chrome on Android'))
    expect(hasFocus(list)).toBe(true)
  })

  it('keeps a session that could not be ended', async () => {
    await open({ [`DELETE /auth/sessions/${OTHER.id}`]: refusal(503, 'UNAVAILABLE', 'Away for a moment.') })
    await click(signOut)
    await shown(list.getByRole('alert').getByText('Away for a moment.'))
    await shown(signOut)
  })

  it('can be retried after a failure', async () => {
    const { network } = await open({ '/auth/sessions': unreachable })
    await shown(page.getByText('This list could not be loaded'))
    network.answer('/auth/sessions', [sessionInfo()])
    await click(section('Where you are signed in').getByRole('button', { name: 'Try again' }))
    await shown(list.getByText('Firefox on Linux'))
  })
})
