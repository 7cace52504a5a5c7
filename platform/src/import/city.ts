import { cityKey, cityName } from '@aangan/contracts/cities'
import { isRegion } from '@aangan/posts/search/locality'
import { isKnownCity } from './centres.ts'
import { quoted, type Reading, refused, understood } from './reading.ts'

const PIN = /[-–,]?\s*\b\d{3}\s?\d{3}\b\s*$/
/** A quarter of a city, or the whole of it: `Bangalore East`, `South Delhi`, `Pune City`. */
const QUARTER =
  /^(?:north|south|east|west|central)(?:[- ](?:east|west))? | (?:north|south|east|west|central|city|district|ncr|urban|rural)(?:[- ](?:east|west))?$/i

export interface NamedPlace {
  city: string
  /** The text before the city. */
  locality: string
}

/** `Bangalore(All)` and `Bangalore East` are Bengaluru; any other name is kept as it is. */
export function readCity(text: string): Reading<string> {
  if (text === '') return refused('the city is empty')
  const bare = withoutRemark(text)
  if (!/\p{L}/u.test(bare)) return refused(`the city ${quoted(text)} is not a name`)
  if (isKnownCity(text)) return understood(text)
  return understood(isKnownCity(bare) ? nameOf(bare) : (wholeCity(bare) ?? bare))
}

/** Pune for `Alandi Road, Pune, Maharashtra 411015`; null unless the text ends with a city that we know. */
export function placeIn(text: string): NamedPlace | null {
  const parts = text.split(',').map((part) => part.replace(PIN, '').trim())
  while (parts.length > 0 && isNoPlace(parts.at(-1) ?? '')) parts.pop()
  const last = withoutRemark(parts.pop() ?? '')
  const city = isKnownCity(last) ? nameOf(last) : wholeCity(last)
  return city === null ? null : { city, locality: parts.filter(Boolean).join(', ') }
}

function isNoPlace(part: string): boolean {
  return part === '' || (isRegion(part) && !isKnownCity(part))
}

function withoutRemark(text: string): string {
  return text.replace(/\s*[([].*?(?:[)\]]|$)/gs, '').trim()
}

function wholeCity(text: string): string | null {
  const whole = text.replace(QUARTER, '').trim()
  return whole !== text && isKnownCity(whole) ? nameOf(whole) : null
}

function nameOf(city: string): string {
  return cityName(cityKey(city)) ?? city
}
