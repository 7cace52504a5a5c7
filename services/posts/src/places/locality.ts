import { cityKey, foldName } from '@aangan/contracts/cities'

const COUNTRY = 'india'
const PIN = /[-–,]?\s*\b\d{3}\s?\d{3}\b\s*$/
/** A house of its own, or too much to be a name. */
const NO_NAME = /^(\d|#|flat\b|plot\b|house\b|door\b|no\b|h\.?no\b|apt\b|unit\b|shop\b)|.{61,}|^[^\p{L}]*$/iu

/**
 * The part of the city that an address names: the last of its parts that is neither the city, the state's PIN nor the
 * country. '12 Lake Road, Kothrud, Pune 411038' lies in Kothrud. Null where it names none.
 */
export function localityOf(address: string, city: string): string | null {
  const parts = address.split(',').map((part) => part.replace(PIN, '').replace(/\s+/g, ' ').trim())
  const named = parts.filter((part) => part !== '' && foldName(part) !== COUNTRY)
  while (cityKey(named.at(-1) ?? '') === cityKey(city)) named.pop()
  const last = named.at(-1)
  return last === undefined || NO_NAME.test(last) ? null : last
}

/** What a locality is looked for by; empty for none. */
export function localityKey(locality: string | null): string {
  return locality === null ? '' : foldName(locality)
}
