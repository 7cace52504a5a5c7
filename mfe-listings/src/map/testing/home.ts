import type { Post } from '@aangan/contracts/posts'
import { post } from '@aangan/contracts/testing/posts'

export function home(
  id: number,
  latitude: number | string,
  longitude: number | string,
  other: Partial<Post> = {},
): Post {
  return post({
    id: String(id).padStart(24, '0'),
    userId: '0'.repeat(24),
    title: `Home ${id}`,
    price: 4_500_000,
    images: [],
    img: null,
    alts: [],
    address: '12 Temple Road, Kothrud, Pune',
    city: 'Pune',
    bedroom: 2,
    bathroom: 1,
    size: null,
    latitude: String(latitude),
    longitude: String(longitude),
    createdAt: '2026-01-01T00:00:00.000Z',
    ...other,
  })
}
