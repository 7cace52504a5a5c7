import type { PostWithDetail } from '@aangan/contracts/posts'
import { postWithDetail } from '@aangan/contracts/testing/posts'
import { personalKey } from '@aangan/remote/personal-storage'
import { type Answers, refusal } from '@aangan/remote/testing/network'
import { click, gone, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { homes } from '../../testing/homes.ts'
import { renderRemote } from '../../testing/screens.ts'
import { listingNetwork, openListing, scrollToEnd, title } from '../testing/listing.ts'

afterEach(() => void vi.restoreAllMocks())

const [first, second, third] = homes(3).map((post) => postWithDetail(post)) as [
  PostWithDetail,
  PostWithDetail,
  PostWithDetail,
]
const found = [first, second, third]
const similar = page.getByRole('region', { name: 'Similar homes nearby' })
const seen = page.getByRole('region', { name: 'Recently viewed' })
const headings = (row: typeof seen) => row.getByRole('heading', { level: 3 })
const similarTo = (post: PostWithDetail, answer: object) => ({ [`/posts/${post.id}/similar`]: answer })

/** Each home is similar to the others. */
const NEARBY = listingNetwork(
  found,
  Object.assign({}, ...found.map((post) => similarTo(post, found.filter((one) => one !== post).map(away)))),
)

function away(post: PostWithDetail, at: number) {
  return { ...post, distance: 850 + at * 400 }
}

async function show(post: PostWithDetail, network: Answers = NEARBY) {
  const screen = await renderRemote(`/${post.id}`, { network })
  await shown(title(post))
  return screen
}

describe('similar homes nearby', () => {
  it('are shown in the order of the response, each with its distance', async () => {
    await show(first)
    expect(similar.elements()).toHaveLength(0)
    scrollToEnd()
    await shown(similar)
    expect(texts(headings(similar))).toEqual(['Home 2', 'Home 3'])
    expect(texts(similar.getByText(/^[\d.]+k?m away$/))).toEqual(['850m away', '1.3km away'])
  })

  it('are said to be in the same place where no metre lies between', async () => {
    await show(first, listingNetwork(found, similarTo(first, [{ ...second, distance: 0 }])))
    scrollToEnd()
    await shown(similar.getByText('Same place', { exact: true }))
  })

  it('render nothing when there are none', async () => {
    const { network } = await openListing(first)
    scrollToEnd()
    await until(() => network.asked).toContain(`/posts/${first.id}/similar`)
    await gone(similar)
    expect(page.getByText('Similar homes').elements()).toHaveLength(0)
  })
})

describe('homes seen in this browser', () => {
  it('are shown newest first, without the current one, until they are cleared', async () => {
    await show(first)
    for (const post of [second, third, second]) {
      scrollToEnd()
      await click(headings(similar).getByRole('link', { name: post.title }))
      await shown(title(post))
    }
    scrollToEnd()
    await until(() => texts(headings(seen))).toEqual(['Home 3', 'Home 1'])
    await click(page.getByRole('button', { name: 'Clear recently viewed homes' }))
    await gone(seen)
    await click(headings(similar).getByRole('link', { name: 'Home 1' }))
    await shown(title(first))
    scrollToEnd()
    await shown(similar)
    expect(seen.elements()).toHaveLength(0)
  })

  it('are shown with current data, in reserved space, without removed ones', async () => {
    // Stored in the format of earlier releases, with outdated data.
    const stored = [third, second].map((post) => ({ ...post, title: `Old: ${post.title}`, price: 1 }))
    localStorage.setItem(personalKey('recently-viewed'), JSON.stringify(stored))
    const { network } = await openListing(first, {
      network: {
        [`/posts/${second.id}`]: { ...second, price: 6_000_000 },
        [`/posts/${third.id}`]: refusal(404, 'NOT_FOUND', 'Post not found'),
      },
    })
    const releases = [second, third].map(({ id }) => network.hold(`/posts/${id}`))
    const asked = () => network.asked.filter((call) => /[23]$/.test(call)).toSorted()
    expect(asked()).toEqual([])
    scrollToEnd()
    const { height } = (await shown(seen)).getBoundingClientRect()
    expect(seen.getByText(/Old: |\$ 1$/).elements()).toHaveLength(0)
    for (const release of releases) release()
    await until(() => texts(headings(seen))).toEqual(['Home 2'])
    await shown(seen.getByText('$ 6,000,000'))
    expect(Math.abs(seen.element().getBoundingClientRect().height - height)).toBeLessThan(40)
    expect(asked()).toEqual([`/posts/${second.id}`, `/posts/${third.id}`])
    await until(() => storedIds()).toEqual([first.id, second.id])
  })

  it.each([
    ['the stored data is invalid', () => localStorage.setItem(personalKey('recently-viewed'), '{nonsense')],
    ['storage is blocked', () => vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse)],
    ['storage is full', () => vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)],
  ])('do not break the page when %s', async (_when, bringAbout) => {
    bringAbout()
    await show(first)
    scrollToEnd()
    await shown(similar)
    expect(seen.elements()).toHaveLength(0)
  })
})

function storedIds(): string[] {
  const stored: { id: string }[] = JSON.parse(localStorage.getItem(personalKey('recently-viewed')) ?? '[]')
  return stored.map(({ id }) => id)
}

function refuse(): never {
  throw new DOMException('no', 'SecurityError')
}
