import { postWithDetail } from '@aangan/contracts/testing/posts'
import { refusal } from '@aangan/remote/testing/network'
import { shown, texts, until } from '@aangan/remote/testing/user-actions'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openListing, PHONE } from './testing/listing.ts'

const owner = { ...postWithDetail().user, createdAt: '2023-05-06T07:08:09.000Z' }
const agent = { title: 'Rental Advisor', experienceYears: 4, location: 'Mumbai', specialization: 'Flats', phone: null }
const ASKED = `/users/owner-of/${postWithDetail().id}`
const card = page.getByRole('complementary', { name: 'Contact Owner' })
const MEMBER = 'Member since 2023'
const REPLIES = 'Usually replies within a day'

it.each([
  ['how soon they usually reply', { repliesWithin: 'a day' }, [MEMBER, REPLIES]],
  ['that they are an agent', { agent, repliesWithin: 'a day' }, ['Rental Advisor, Mumbai', MEMBER, REPLIES]],
  ['only how long they are here', {}, [MEMBER]],
])('the owner’s card says %s', async (_what, facts, lines) => {
  await openListing(postWithDetail(), { network: { [ASKED]: { ...owner, ...facts } } })
  await shown(card.getByText(MEMBER))
  expect(texts(card.getByText(/^(Rental|Member|Usually)/))).toEqual(lines)
})

it('on a wide screen the owner’s card ends below the last fact', async () => {
  await openListing(postWithDetail(), { network: { [ASKED]: owner } })
  const fact = await shown(card.getByText(MEMBER))
  const space = card.element().getBoundingClientRect().bottom - fact.getBoundingClientRect().bottom
  expect(space).toBeLessThan(30)
})

it('on a phone the owner comes before the costs of a loan', async () => {
  await openListing(postWithDetail({ type: 'buy' }), { viewport: PHONE, network: { [ASKED]: owner } })
  const [name, loan, report] = [
    await shown(card.getByText(MEMBER)),
    await shown(page.getByRole('region', { name: /loan/i })),
    await shown(page.getByRole('button', { name: 'Report this listing' })),
  ].map((element) => element.getBoundingClientRect().top)
  expect(name).toBeLessThan(loan ?? 0)
  expect(loan).toBeLessThan(report ?? 0)
})

it('shows the owner’s card without facts if their profile cannot be loaded', async () => {
  const screen = await openListing(postWithDetail(), { network: { [ASKED]: refusal(503, 'UNAVAILABLE', 'Away.') } })
  await until(() => screen.network.asked.includes(ASKED)).toBe(true)
  await shown(card.getByRole('button', { name: 'Send a Message' }))
  // The response would be rendered within two frames.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  expect(texts(page.getByText(/Usually replies|Member since|Away/))).toEqual([])
})
