import { Post, PostDetail } from '@aangan/contracts/posts'
import { unstated } from '@aangan/contracts/testing/unstated'
import type { ListingFacts } from '../listing.ts'

/** Valid facts; a test states only what matters to it. */
export function facts(changes: Partial<ListingFacts> = {}): ListingFacts {
  const { img: _, ...none } = { ...unstated(Post), ...unstated(PostDetail) }
  return {
    ...none,
    title: '2 bedroom apartment in Baner',
    price: 4_500_000,
    images: ['/media/drawings/apartment/5f9d3b3b3b3b3b3b3b3b3b3b/0.svg'],
    alts: [],
    type: 'buy',
    property: 'apartment',
    bedroom: 2,
    bathroom: 2,
    size: 1_100,
    address: 'Baner Road',
    city: 'Pune',
    latitude: '18.5590',
    longitude: '73.7868',
    desc: '<p>Bright and quiet.</p>',
    utilities: 'owner',
    pet: 'allowed',
    school: 800,
    bus: 120,
    ...changes,
  }
}
