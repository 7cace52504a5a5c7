import { cityKey, cityName } from '@aangan/contracts/cities'
import { isRegion } from '@aangan/posts/search/locality'
import { isKnownCity } from './centres.ts'
import { quoted, type Reading, refused, understood } from './reading.ts'

const PIN = /[-–,]?\s*\b\d{3}\s?\d{3}\b\s*$/
/** A quarter of a city, or the whole of it: `South Delhi`, `Bangalore East`, `Pune City`, `Mumbai Suburban`. */
const BEFORE = /^(?:north|south|east|west|central|greater|old)(?:[- ](?:east|west))? /i
const BEHIND =
  /[- ](?:north|south|east|west|central|all|city|district|ncr|urban|rural|suburban|harbour|metropolitan region|(?:(?:eastern|western|central) )?suburbs)(?:[- ](?:east|west))?$/i
/** What a file says where it names no city. */
const NO_CITY = /^(?:others?|undisclosed|unknown|(?:all )?india|not (?:specified|available|known|given))$/i
const SEPARATOR = /[,;|]|\s[-–—]\s/g
/** Characters of a place at most: the search for its end takes quadratic time. */
const LONGEST = 500
/** Words of a city's name at most. */
const MOST_WORDS = 3

export interface NamedPlace {
  city: string
  /** The text before the city. */
  locality: string
}

/**
 * `Bangalore(All)`, `Bangalore East`, `Bangalore, Karnataka` and `Bangalore - 560034` are Bengaluru; any other name is
 * kept as it is.
 */
export function readCity(text: string): Reading<string> {
  if (text === '') return refused('the city is empty')
  const bare = withoutRemark(text)
  if (!/\p{L}/u.test(bare) || NO_CITY.test(bare)) return refused(`the city ${quoted(text)} is not a name`)
  if (text.length > LONGEST) return understood(bare)
  if (isKnownCity(text)) return understood(text)
  return understood(cityIn(bare) ?? cityNamedTwice(bare) ?? cityAtEnd(bare)?.city ?? bare)
}

/**
 * Pune for `Alandi Road, Pune, Maharashtra 411015`, `Alandi Road - Pune` and `Alandi Road Pune`; null unless the text
 * ends with a city that we know.
 */
export function placeIn(text: string): NamedPlace | null {
  return text.length > LONGEST ? null : (cityAtEnd(text) ?? cityInLastWords(text))
}

/** Baner for `Baner, Pune` in the column of the city. */
export function localityBeside(text: string, city: string): string {
  const place = text.length > LONGEST ? null : cityAtEnd(text)
  return place?.city === city && cityIn(place.locality) !== city ? place.locality : ''
}

function cityAtEnd(text: string): NamedPlace | null {
  const { before, last } = lastPart(text)
  const city = isSpacedNagar(last) ? null : cityIn(last)
  return city === null ? null : { city, locality: tidy(before) }
}

/** `Koramangala Bangalore` */
function cityInLastWords(text: string): NamedPlace | null {
  const { before, last } = lastPart(text)
  const words = last.split(/\s+/)
  const starts = words.map((_, at) => at).slice(-MOST_WORDS)
  for (const at of starts.filter((at) => at > 0)) {
    const name = words.slice(at).join(' ')
    if (isKnownCity(name) && !isSpacedNagar(name))
      return { city: nameOf(name), locality: [tidy(before), words.slice(0, at).join(' ')].filter(Boolean).join(', ') }
  }
  return null
}

/** The last part that may be a city, and the text before it: of `Sector 45, Gurgaon, Delhi NCR` it is Gurgaon. */
function lastPart(text: string): { before: string; last: string } {
  let { before, last } = split(text)
  while (before !== '' && (isNoPlace(last) || (/\bncr$/i.test(last) && cityIn(split(before).last) !== null)))
    ({ before, last } = split(before))
  return { before, last: withoutRegion(last) }
}

function split(text: string): { before: string; last: string } {
  const separator = [...text.matchAll(SEPARATOR)].at(-1)
  const [end, start] = separator ? [separator.index, separator.index + separator[0].length] : [0, 0]
  return { before: text.slice(0, end), last: withoutRemark(text.slice(start).replace(PIN, '')) }
}

/** `Bangalore Karnataka` */
function withoutRegion(text: string): string {
  const words = text.split(' ')
  const at = words.findIndex((_, index) => index > 0 && isRegion(words.slice(index).join(' ')))
  return at < 0 || isKnownCity(text) ? text : words.slice(0, at).join(' ')
}

/** Gandhi Nagar is a locality of many cities, Gandhinagar a city. */
function isSpacedNagar(text: string): boolean {
  return / nagar$/i.test(text) && cityKey(text).endsWith('nagar')
}

function isNoPlace(part: string): boolean {
  return part === '' || (isRegion(part) && !isKnownCity(part))
}

/** `Gurgaon/Gurugram`, `Pune, Pune` */
function cityNamedTwice(text: string): string | null {
  const cities = new Set(text.split(/[,/]/).map((part) => cityIn(part.trim())))
  const [city = null] = cities
  return cities.size === 1 ? city : null
}

function cityIn(text: string): string | null {
  const whole = text.replace(BEHIND, '')
  const names = [text, whole, text.replace(BEFORE, ''), whole.replace(BEFORE, '')].map((name) => name.trim())
  const known = names.find(isKnownCity)
  return known === undefined ? null : nameOf(known)
}

function tidy(text: string): string {
  const parts = text.split(',').map((part) => part.replace(PIN, '').trim())
  return parts
    .filter(Boolean)
    .join(', ')
    .replace(/[\s;|-]+$/, '')
}

function withoutRemark(text: string): string {
  return text.replace(/\s*[([].*?(?:[)\]]|$)/gs, '').trim()
}

function nameOf(city: string): string {
  return cityName(cityKey(city)) ?? city
}
