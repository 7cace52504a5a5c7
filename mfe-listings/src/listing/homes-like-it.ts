import type { Post } from '@aangan/contracts/posts'
import type { NamedSearch } from '@aangan/contracts/titles'

/** The search for homes in the same city that are offered in the same way. */
export function homesLikeIt({ city, type }: Pick<Post, 'city' | 'type'>): { to: string; named: NamedSearch } {
  return {
    to: `/list?${new URLSearchParams({ city, type })}`,
    named: { type, property: null, place: city },
  }
}
