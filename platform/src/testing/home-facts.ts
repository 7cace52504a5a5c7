import type { ListingFacts } from '@aangan/posts/listing'

/** Facts of a home that posts takes as they are. */
export function homeFacts(): ListingFacts {
  return {
    title: '2 bedroom apartment in Baner',
    price: 4_500_000,
    images: [],
    type: 'buy',
    property: 'apartment',
    bedroom: 2,
    bathroom: 2,
    size: 1_100,
    address: 'Baner Road, Baner',
    city: 'Pune',
    latitude: '18.5590',
    longitude: '73.7868',
    desc: '<p>Bright and quiet.</p>',
    utilities: null,
    pet: null,
    income: null,
    school: null,
    bus: null,
    restaurant: null,
  }
}
