import type { Format } from '@aangan/contracts/format'
import type { Post } from '@aangan/contracts/posts'
import type { PostsPage } from '../posts-page.ts'
import { isPoint } from './geo.ts'
import type { Mark } from './marks.ts'

/** What a marker shows: '₹45 Lac', '$ 4.5M'; a cluster's count: '24', '12K'. */
export function markText(mark: Mark, format: Format): string {
  return mark.kind === 'cluster' ? format.shortNumber(mark.count) : format.shortPrice(mark.post.price)
}

/** What a marker is called: it begins with what it shows, so that people can say what they see. */
export function markLabel(mark: Mark, format: Format): string {
  const text = markText(mark, format)
  if (mark.kind === 'cluster') return `${text} homes${isPoint(mark.box) ? ' at one place' : ''}`
  const period = mark.post.type === 'rent' ? ' / month' : ''
  return [text + period, rooms(mark.post), locality(mark.post)].join(', ')
}

/** The specification's words, and 'land' for what has no rooms. */
export function rooms({ property, bedroom }: Pick<Post, 'property' | 'bedroom'>): string {
  return property === 'land' ? 'land' : `${bedroom} bedroom`
}

/** 'Kothrud' of 'Kothrud, Pune': what tells homes of a city apart. */
function locality({ address, city }: Pick<Post, 'address' | 'city'>): string {
  const [first = ''] = address.split(',', 1)
  return first.trim() || city
}

/** Over the list of a place's homes: '655 homes at one place'. */
export function placeLabel({ count, more }: PostsPage['total'], format: Format): string {
  return `${format.homes(count, more)} at one place`
}

/** What the map shows, in a sentence. */
export function countLabel(homes: number, format: Format): string {
  return `${format.homes(homes)} on the map`
}
