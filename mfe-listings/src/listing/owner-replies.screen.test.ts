import { postWithDetail } from '@aangan/contracts/testing/posts'
import { refusal } from '@aangan/web-kit/testing/network'
import { shown, texts, until } from '@aangan/web-kit/testing/user-actions'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openListing } from './testing/listing.ts'

const owner = postWithDetail().user
const ASKED = `/users/${owner.id}`
const card = page.getByRole('complementary', { name: 'Contact Owner' })

it('shows how soon the owner usually replies', async () => {
  await openListing(postWithDetail(), { network: { [ASKED]: { ...owner, repliesWithin: 'a day' } } })
  await shown(card.getByText('Usually replies within a day'))
})

it.each([
  ['it is unknown', owner],
  ['the request fails', refusal(503, 'UNAVAILABLE', 'Away.')],
])('shows the owner’s card without the reply time if %s', async (_why, answer) => {
  const screen = await openListing(postWithDetail(), { network: { [ASKED]: answer } })
  await until(() => screen.network.asked.includes(ASKED)).toBe(true)
  await shown(card.getByRole('button', { name: 'Send a Message' }))
  // The response would be rendered within two frames.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  expect(texts(page.getByText(/Usually replies|Away/))).toEqual([])
})
