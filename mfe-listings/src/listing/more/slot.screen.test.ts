import { postWithDetail } from '@aangan/contracts/testing/posts'
import { until } from '@aangan/remote/testing/user-actions'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openListing, PHONE } from '../testing/listing.ts'

const GAP = 32

it.each([PHONE, { width: 820, height: 900 }, { width: 1366, height: 900 }])(
  'another remote’s part follows the text, as wide as it and as far from it as blocks are, at %j',
  async (viewport) => {
    const { offers } = await openListing(postWithDetail(), { viewport })
    const filled = () => offers.filter(({ slot }) => slot === 'listing.more')
    await until(filled).toHaveLength(1)
    const [element] = filled().map((offer) => offer.element)
    element?.append('Tips')
    const button = page.getByRole('button', { name: 'Report this listing' }).element()
    const [report, column, part] = [button, button.parentElement, element].map((each) => each?.getBoundingClientRect())
    expect(part).toMatchObject({ left: column?.left, width: column?.width, top: (report?.bottom ?? 0) + GAP })
  },
)
