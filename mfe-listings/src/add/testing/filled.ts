import type { PostBody } from '@aangan/contracts/posts'
import type { FormTexts } from '../form-fields.ts'

export const FILLED: FormTexts = {
  title: 'Flat with a garden',
  price: '4500000',
  type: 'buy',
  property: 'house',
  desc: '<p>Bright &amp; quiet.</p><p>Near the lake.</p>',
  address: 'Baner Road',
  city: 'Pune',
  latitude: '18.5590',
  longitude: '73.7868',
  bedroom: '2',
  bathroom: '1',
  size: '1100',
  furnishing: 'semi-furnished',
  utilities: 'shared',
  pet: 'not-allowed',
  income: 'Two salaries',
  school: '800',
  bus: '0',
  restaurant: '250',
}

export const FILLED_BODY: PostBody = {
  postData: {
    title: 'Flat with a garden',
    price: 4_500_000,
    address: 'Baner Road',
    city: 'Pune',
    bedroom: 2,
    bathroom: 1,
    type: 'buy',
    property: 'house',
    latitude: '18.5590',
    longitude: '73.7868',
    images: [],
    alts: [],
    furnishing: 'semi-furnished',
  },
  postDetail: {
    desc: '<p>Bright &amp; quiet.</p><p>Near the lake.</p>',
    utilities: 'shared',
    pet: 'not-allowed',
    income: 'Two salaries',
    size: 1_100,
    school: 800,
    bus: 0,
    restaurant: 250,
  },
}
