import { properName } from './city-labels.ts'
import type { Format } from './format.ts'
import { POST_TYPES, PROPERTIES } from './post-constants.ts'
import { FILTER_NAMES, type FilterName, filterInWords, readFilter } from './post-filters.ts'
import { searchPhrase } from './titles.ts'

/** Describes a saved search: '2 bedroom apartments to rent in Pune, up to ₹45,000'. `search` is its query string. */
export function searchInWords(search: string, format: Format): string {
  const params = new URLSearchParams(search)
  const [city, bedroom] = [params.get('city'), params.get('bedroom')]
  const homes = searchPhrase({
    type: POST_TYPES.find((known) => known === params.get('type')) ?? null,
    property: PROPERTIES.find((known) => known === params.get('property')) ?? null,
    place: city && properName(city),
    within: readFilter('within', params.get('within') ?? ''),
  })
  const area = params.has('bbox') ? ' in an area of the map' : ''
  const rooms = bedroom === null ? '' : `${filterInWords('bedroom', bedroom, format)} `
  return [rooms + homes + area + pricesInWords(params, format), ...others(params, format)].join(', ')
}

/** Filters that the sentence already mentions. */
const MENTIONED: FilterName[] = ['city', 'within', 'type', 'property', 'bedroom', 'minPrice', 'maxPrice']

function others(params: URLSearchParams, format: Format): string[] {
  return FILTER_NAMES.filter((name) => !MENTIONED.includes(name)).flatMap((name) => {
    const text = params.get(name)
    if (text === null) return []
    const [first = '', ...rest] = filterInWords(name, text, format)
    return first.toLowerCase() + rest.join('')
  })
}

function pricesInWords(params: URLSearchParams, format: Format): string {
  const [min, max] = [Number(params.get('minPrice')), Number(params.get('maxPrice'))]
  if (min && max) return `, ${format.price(min)} to ${format.price(max)}`
  if (min) return `, from ${format.price(min)}`
  return max ? `, up to ${format.price(max)}` : ''
}
