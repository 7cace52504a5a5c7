import { cityKey, cityName } from './cities.ts'
import type { Format } from './format.ts'
import { POST_TYPES, PROPERTIES } from './post-constants.ts'
import { searchPhrase } from './titles.ts'

/** What a saved search looks for: '2 bedroom apartments to rent in Pune, up to ₹45,000'. `search` is its query string. */
export function searchInWords(search: string, format: Format): string {
  const params = new URLSearchParams(search)
  const [city, bedroom] = [params.get('city'), params.get('bedroom')]
  const homes = searchPhrase({
    type: POST_TYPES.find((known) => known === params.get('type')) ?? null,
    property: PROPERTIES.find((known) => known === params.get('property')) ?? null,
    place: city && (cityName(cityKey(city)) ?? city),
  })
  const area = params.has('bbox') ? ' in an area of the map' : ''
  return `${bedroom === null ? '' : `${bedroom} bedroom `}${homes}${area}${pricesInWords(params, format)}`
}

function pricesInWords(params: URLSearchParams, format: Format): string {
  const [min, max] = [Number(params.get('minPrice')), Number(params.get('maxPrice'))]
  if (min && max) return `, ${format.price(min)} to ${format.price(max)}`
  if (min) return `, from ${format.price(min)}`
  return max ? `, up to ${format.price(max)}` : ''
}
