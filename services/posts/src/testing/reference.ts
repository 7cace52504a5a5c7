import { cityKey } from '@aangan/contracts/cities'
import { FILTER_NAMES, type FilterName } from '@aangan/contracts/post-filters'
import type { PostsQuery } from '@aangan/contracts/posts'
import type { ListingDoc } from '../listing.ts'
import { distanceBetween, type Point, pointOf } from '../search/point.ts'

type ListingTest = (listing: ListingDoc) => boolean

/** What each filter finds, from its text in the address. */
const TESTS: Record<Exclude<FilterName, 'city' | 'within'>, (text: string) => ListingTest> = {
  type: (type) => (one) => one.type === type,
  property: (property) => (one) => one.property === property,
  bedroom: (numbers) => (one) => numbers.split(',').some((part) => hasRooms(one, part)),
  furnishing: (choices) => (one) => choices.split(',').some((part) => one.furnishing === part),
  minSize: (bound) => (one) => one.size !== null && one.size >= Number(bound),
  days: (days) => (one) => Date.parse(one.createdAt) >= Date.now() - Number(days) * 86_400_000,
  minPrice: (bound) => (one) => one.price >= Number(bound),
  maxPrice: (bound) => (one) => one.price <= Number(bound),
}

/** The simplest implementation of `GET /posts`: no index, no pages, no store. */
export function reference(listings: readonly ListingDoc[], query: PostsQuery): ListingDoc[] {
  const { within, city } = query
  const tests = FILTER_NAMES.flatMap((name) =>
    name === 'city' || name === 'within' || !query[name] ? [] : [TESTS[name](query[name])],
  )
  if (city) tests.push(within ? nearTest(listings, city, Number(within)) : placeTest(city))
  const isInBox = query.bbox ? boxTest(query.bbox) : () => true
  const found = listings.filter(
    (one) => one.status === 'live' && tests.every((isFound) => isFound(one)) && isInBox(one),
  )
  const byPrice = query.sort === 'price_asc' || query.sort === 'price_desc'
  const rising = found.sort((a, b) => {
    if (byPrice && a.price !== b.price) return a.price - b.price
    if (!byPrice && a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1
    return a._id < b._id ? -1 : 1
  })
  return query.sort === 'price_asc' ? rising : rising.reverse()
}

/** Rounded like the index: seven decimals are a centimetre. */
export function placeOf(listing: ListingDoc): Point {
  const { lat, lng } = pointOf(listing)
  return { lat: Number(lat.toFixed(7)), lng: Number(lng.toFixed(7)) }
}

function hasRooms({ bedroom }: ListingDoc, part: string): boolean {
  return part.endsWith('+') ? bedroom >= Number(part.slice(0, -1)) : bedroom === Number(part)
}

function boxTest(bbox: string): ListingTest {
  const [west = 0, south = 0, east = 0, north = 0] = bbox.split(',').map(Number)
  const isBetween = (lng: number) => (west <= east ? lng >= west && lng <= east : lng >= west || lng <= east)
  return (listing) => {
    const { lat, lng } = placeOf(listing)
    return isBetween(lng) && lat >= south && lat <= north
  }
}

/** 'Pune', 'Gandhi Nagar, Pune', or a bare locality. */
function placeTest(place: string): ListingTest {
  const [first = '', second] = place.split(', ')
  const city = cityKey(second ?? first)
  const isLocality = ({ address }: ListingDoc) => address.toLowerCase().startsWith(`${first.toLowerCase()},`)
  if (second !== undefined) return (one) => isLocality(one) && cityKey(one.city) === city
  return (one) => isLocality(one) || cityKey(one.city) === city
}

/** Around the middle of the city, or of each locality of this name. */
function nearTest(listings: readonly ListingDoc[], place: string, km: number): ListingTest {
  const isHere = placeTest(place)
  const here = listings.filter((one) => one.status === 'live' && isHere(one))
  const isCity = here.some((one) => cityKey(one.city) === cityKey(place))
  const cities = new Set(here.map((one) => cityKey(one.city)))
  const centres = [...cities].flatMap((key) => centreOf(here.filter((one) => cityKey(one.city) === key)))
  return (one) =>
    one.approximate
      ? !isCity && isHere(one)
      : centres.some((centre) => distanceBetween(centre, placeOf(one)) <= 1_000 * km)
}

function centreOf(listings: ListingDoc[]): Point[] {
  const points = listings.filter(({ approximate }) => !approximate).map(placeOf)
  const middle = (numbers: number[]) => numbers.sort((a, b) => a - b)[(numbers.length - 1) >> 1]
  const [lat, lng] = [middle(points.map(({ lat }) => lat)), middle(points.map(({ lng }) => lng))]
  return lat === undefined || lng === undefined ? [] : [{ lat, lng }]
}
