import { createFormat } from '@aangan/contracts/format'
import { PostDetail, type PostWithDetail } from '@aangan/contracts/posts'
import { postWithDetail } from '@aangan/contracts/testing/posts'
import { unstated } from '@aangan/contracts/testing/unstated'
import Sofa from 'lucide-react/icons/sofa'
import { describe, expect, it } from 'vitest'
import { pricePerSqft, ROW_GROUPS, type Row, rowsOf } from './rows.ts'

const NOTHING: PostDetail = { ...unstated(PostDetail), desc: '' }

const format = createFormat({ locale: 'en-US', currency: 'usd' })
const texts = (rows: Row[]) => rows.map(({ text }) => text)

function home(postDetail: Partial<PostDetail>, bedroom: number, bathroom: number): PostWithDetail {
  const size = postDetail.size ?? null
  return postWithDetail({ type: 'rent', bedroom, bathroom, size, postDetail: { ...NOTHING, ...postDetail } })
}

describe('rows of a listing', () => {
  it('show who pays for utilities, the pet and income policies', () => {
    const general = (detail: Partial<PostDetail>) => texts(rowsOf('General', home(detail, 2, 1), format))
    const all = general({ utilities: 'shared', pet: 'not-allowed', income: '3x rent' })
    expect(all).toEqual(['Owner and tenant share', 'Pets not Allowed', '3x rent'])
    expect(general({ utilities: 'owner', pet: 'allowed' })).toEqual(['Owner is responsible', 'Pets Allowed'])
    expect(general({ utilities: 'tenant' })).toEqual(['Tenant is responsible'])
  })

  it.each([
    ['furnished', 'Furnished'],
    ['semi-furnished', 'Semi-furnished'],
    ['unfurnished', 'Unfurnished'],
  ] as const)('say of a home that is %s so', (furnishing, text) => {
    const rows = rowsOf('General', { ...home({}, 2, 1), furnishing }, format)
    expect(rows).toEqual([{ Icon: Sofa, label: 'Furnishing', text }])
  })

  it('leave out of a sale what concerns a tenant', () => {
    const detail = { utilities: 'shared', pet: 'allowed', income: '3x rent' } as const
    const sale: PostWithDetail = { ...home(detail, 2, 1), type: 'buy', furnishing: 'furnished' }
    expect(texts(rowsOf('General', sale, format))).toEqual(['Furnished'])
  })

  it('use singular and plural for rooms', () => {
    expect(texts(rowsOf('Sizes', home({ size: 1100 }, 2, 1), format))).toEqual(['1,100 sqft', '2 beds', '1 bathroom'])
    expect(texts(rowsOf('Sizes', home({}, 1, 2), format))).toEqual(['1 bed', '2 bathrooms'])
  })

  it('omit rooms for a plot', () => {
    const plot: PostWithDetail = { ...home({ size: 1100 }, 3, 2), property: 'land' }
    expect(texts(rowsOf('Sizes', plot, format))).toEqual(['1,100 sqft'])
  })

  it('show distances in metres, and in kilometres from 1 km', () => {
    const rows = rowsOf('Nearby Places', home({ school: 1500, bus: 999, restaurant: 0 }, 2, 1), format)
    expect(texts(rows)).toEqual(['1.5km away', '999m away', '0m away'])
    expect(rows.map(({ label }) => label)).toEqual(['School', 'Bus Stop', 'Restaurant'])
  })

  it('omit unknown facts', () => {
    const nothing = home({ income: '' }, 0, 0)
    expect(ROW_GROUPS.map((group) => rowsOf(group, nothing, format))).toEqual([[], [], []])
    expect([pricePerSqft(100, null), pricePerSqft(100, 0), pricePerSqft(1000, 3)]).toEqual([null, null, 333])
  })
})
