import type { Post } from '@aangan/contracts/posts'
import { type Currency, formatPrice } from '@aangan/contracts/prices'
import type { PostsPage } from '../posts-page.ts'
import { isPoint } from './geo.ts'
import type { Mark } from './marks.ts'

/** From here on a price in full would be wider than its marker may be. */
const LONG_PRICE = 100_000

/** What a marker shows: '₹45 Lac', '$ 4.5M'; a cluster's count: '24', '12K'. */
export function markText(mark: Mark, currency: Currency): string {
  return mark.kind === 'cluster' ? compact(mark.count) : shortPrice(mark.post.price, currency)
}

function shortPrice(price: number, currency: Currency): string {
  return currency === 'usd' && price >= LONG_PRICE ? `$ ${compact(price)}` : formatPrice(price, currency)
}

/** One language for all, so that a marker has its width everywhere. */
function compact(number: number): string {
  if (number < 10_000) return number.toLocaleString()
  return new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 }).format(number)
}

/** What a marker is called: it begins with what it shows, so that people can say what they see. */
export function markLabel(mark: Mark, currency: Currency): string {
  const text = markText(mark, currency)
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
export function placeLabel({ count, more }: PostsPage['total']): string {
  return `${count.toLocaleString()}${more ? '+' : ''} ${count === 1 ? 'home' : 'homes'} at one place`
}

/** What the map shows, in a sentence. */
export function countLabel(homes: number): string {
  return homes === 1 ? '1 home on the map' : `${homes.toLocaleString()} homes on the map`
}
