import { post } from '@aangan/contracts/testing/posts'
import { type Answers, refusal, unreachable } from '@aangan/remote/testing/network'
import { click, gone, hasFocus, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { sessionInfo, signedIn } from '../testing/people.ts'
import { renderRemote } from '../testing/screens.ts'

const flat = { ...post({ id: '1'.repeat(24), title: 'Flat of mine', type: 'rent' }), views: 1_204 }
const house = { ...post({ id: '2'.repeat(24), title: 'House of mine', status: 'unpublished' }), views: 1 }
const liked = post({ id: '3'.repeat(24), title: 'Home I like', status: 'taken' })
const [PUT, DELETE, POSTS] = [`PUT /posts/${flat.id}`, `DELETE /posts/${flat.id}`, '/users/profilePosts']

const mine = page.getByRole('region', { name: 'My Properties' })
const saved = page.getByRole('region', { name: 'Saved Properties' })
const card = (title: string) => mine.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
const button = (label: string, title = flat.title) => mine.getByRole('button', { name: `${label}: ${title}` })
const question = page.getByRole('dialog', { name: 'Delete this listing?' })

function open(changes: Answers = {}, viewport = { width: 1366, height: 768 }) {
  const network: Answers = {
    [POSTS]: { userPosts: [flat, house], savedPosts: [liked] },
    '/users/searches': [],
    '/auth/sessions': [sessionInfo()],
    '/chats/mails': { isOn: true },
    ...changes,
  }
  return renderRemote('/profile', { network, session: signedIn(), viewport })
}

it('shows status, views and controls of own listings, and the status of saved ones', async () => {
  await open()
  await shown(card('Flat of mine').getByText('1,204 views'))
  await shown(card('Flat of mine').getByText('For rent'))
  await shown(card('House of mine').getByText('1 view', { exact: true }))
  await shown(card('House of mine').getByText('Unpublished', { exact: true }))
  expect(texts(card('Flat of mine').getByRole('button'))).toEqual(['Unpublish', 'Mark as rented', 'Delete'])
  expect(texts(card('House of mine').getByRole('button'))).toEqual(['Publish', 'Mark as sold', 'Delete'])
  const edit = mine.getByRole('link', { name: `Edit: ${flat.title}` })
  expect(edit.element().getAttribute('href')).toBe(`/edit/${flat.id}`)
  await shown(saved.getByText('Sold', { exact: true }))
  expect(texts(saved.getByRole('button'))).toEqual(['Remove'])
})

it('changes a status at once, confirms it, and announces it', async () => {
  const { network, context } = await open()
  const heard: unknown[] = []
  const listening = context.changes.after(0).subscribe(({ change }) => heard.push(change))
  network.answer(PUT, async (_url, request) => {
    expect(await request.json()).toEqual({ status: 'taken' })
    network.answer(POSTS, { userPosts: [{ ...flat, status: 'taken' }, house], savedPosts: [] })
    return { ...flat, status: 'taken' }
  })
  const release = network.hold(PUT)
  await click(button('Mark as rented'))
  await shown(card('Flat of mine').getByText('Rented', { exact: true }))
  expect(heard).toEqual([])
  release()
  await shown(page.getByRole('status').getByText('Your listing is marked as rented.'))
  expect(heard).toEqual([{ type: 'post.changed', id: flat.id }])
  // The other list may have changed too.
  await until(() => texts(saved.getByRole('article'))).toEqual([])
  listening.unsubscribe()
})

it('sends a status that was pressed during the request for another one after it', async () => {
  const sent: unknown[] = []
  const { network } = await open({
    [PUT]: async (_url: URL, request: Request) => {
      const { status } = await request.json()
      sent.push(status)
      network.answer(POSTS, { userPosts: [{ ...flat, status }, house], savedPosts: [] })
      return { ...flat, status }
    },
  })
  const release = network.hold(PUT)
  await click(button('Mark as rented'))
  await click(button('Unpublish'))
  await click(button('Mark as available'))
  expect(sent).toEqual([])
  release()
  await until(() => sent).toEqual(['taken', 'live'])
  await shown(button('Mark as rented'))
})

it('reverts a status that the server refused, and shows the error at the listing', async () => {
  await open({ [PUT]: refusal(503, 'UNAVAILABLE', 'Listings are not available right now.') })
  await click(button('Unpublish'))
  const words = 'Nothing was changed. Listings are not available right now.'
  await shown(card('Flat of mine').getByRole('alert').getByText(words))
  await shown(button('Unpublish'))
})

it('asks before deleting, naming the listing, and then moves the focus to the title', async () => {
  const { network, context } = await open({ [DELETE]: unreachable })
  const heard: unknown[] = []
  const listening = context.changes.after(0).subscribe(({ change }) => heard.push(change))
  await click(button('Delete'))
  await shown(question.getByText('Flat of mine'))
  await click(question.getByRole('button', { name: 'Delete' }))
  await shown(question.getByRole('alert').getByText('The listing was not deleted.'))
  expect(heard).toEqual([])
  network.answer(DELETE, () => {
    network.answer(POSTS, { userPosts: [house], savedPosts: [liked] })
    return { message: 'Post deleted' }
  })
  // It is gone before the lists are fetched again.
  const release = network.hold(POSTS)
  await click(question.getByRole('button', { name: 'Delete' }))
  await gone(question)
  await until(() => texts(mine.getByRole('article').getByRole('heading'))).toEqual(['House of mine'])
  release()
  await shown(page.getByRole('status').getByText('Your listing was deleted.'))
  expect(hasFocus(page.getByRole('heading', { name: 'My Properties' }))).toBe(true)
  expect(heard).toEqual([{ type: 'post.removed', id: flat.id }])
  listening.unsubscribe()
})

it('fits a phone', async () => {
  await open({}, { width: 390, height: 844 })
  await shown(button('Mark as rented'))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

it('shows six of many homes, and all of them on demand', async () => {
  const homes = Array.from({ length: 8 }, (_, at) => post({ id: String(at).repeat(24), title: `Home ${at}` }))
  await open({ [POSTS]: { userPosts: homes, savedPosts: [] } })
  await shown(card('Home 5'))
  await gone(card('Home 6'))
  await click(mine.getByRole('button', { name: 'Show all 8 homes' }))
  await shown(card('Home 7'))
  expect(hasFocus(card('Home 6').getByRole('link').first())).toBe(true)
  await gone(mine.getByRole('button', { name: /Show all/ }))
})
