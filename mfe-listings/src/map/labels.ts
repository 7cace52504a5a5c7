import type { Format } from '@aangan/contracts/format'
import type { Post } from '@aangan/contracts/posts'
import { isPoint } from '../shared/geo.ts'
import type { PostsPage } from '../shared/posts-page.ts'
import type { Mark } from './marks.ts'

/** '₹45 Lac', '$ 4.5M'; for clusters '24', '12K'. */
export function markText(mark: Mark, format: Format): string {
  return mark.kind === 'cluster' ? format.shortNumber(mark.count) : format.shortPrice(mark.post.price)
}

/** The accessible name; starts with the visible text for voice control. */
export function markLabel(mark: Mark, format: Format): string {
  const text = markText(mark, format)
  if (mark.kind === 'cluster') return `${text} homes${isPoint(mark.box) ? ' at one place' : ''}`
  const period = mark.post.type === 'rent' ? ' / month' : ''
  return [text + period, rooms(mark.post), locality(mark.post)].join(', ')
}

/** 'land' for plots, and so for what has no bedroom, else the specification's words. */
export function rooms({ property, bedroom }: Pick<Post, 'property' | 'bedroom'>): string {
  return property === 'land' || bedroom === 0 ? property : `${bedroom} bedroom`
}

/** 'Kothrud' for 'Kothrud, Pune'. */
function locality({ address, city }: Pick<Post, 'address' | 'city'>): string {
  const [first = ''] = address.split(',', 1)
  return first.trim() || city
}

/** For example '655 homes at one place'. */
export function placeLabel({ count, more }: PostsPage['total'], format: Format): string {
  return `${format.homes(count, more)} at one place`
}

export const NONE_HERE = 'No home in this area matches this search.'

export function countLabel(homes: number, format: Format): string {
  return `${format.homes(homes)} on the map`
}
