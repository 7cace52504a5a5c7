import { cityKey, foldName } from '@aangan/contracts/cities'

const COUNTRY = 'india'
const STATES = new Set(
  [
    ...['Andhra Pradesh', 'Arunachal Pradesh', 'Assam', 'Bihar', 'Chhattisgarh', 'Goa', 'Gujarat', 'Haryana'],
    ...['Himachal Pradesh', 'Jammu and Kashmir', 'Jharkhand', 'Karnataka', 'Kerala', 'Ladakh', 'Madhya Pradesh'],
    ...['Maharashtra', 'Manipur', 'Meghalaya', 'Mizoram', 'Nagaland', 'Odisha', 'Orissa', 'Punjab', 'Rajasthan'],
    ...[
      'Sikkim',
      'Tamil Nadu',
      'Telangana',
      'Tripura',
      'Uttar Pradesh',
      'Uttarakhand',
      'West Bengal',
      'UP',
      'MP',
      'TN',
    ],
  ].map(foldName),
)
const PIN = /[-–,]?\s*\b\d{3}\s?\d{3}\b\s*$/
/** A house of its own, or too much to be a name. */
const NO_NAME = /^(\d|#|flat\b|plot\b|house\b|door\b|no\b|h\.?no\b|apt\b|unit\b|shop\b)|.{61,}|^[^\p{L}]*$/iu

/**
 * The part of the city that an address names: the last of its parts before the city, the state, the PIN and the country.
 * '12 Lake Road, Kothrud, Pune, Maharashtra 411038' lies in Kothrud. Null where it names none.
 */
export function localityOf(address: string, city: string): string | null {
  const key = cityKey(city)
  const parts = address.split(',')
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = (parts[at] as string).replace(PIN, '').replace(/\s+/g, ' ').trim()
    if (part === '') continue
    const folded = foldName(part)
    // A city may be named as its state is.
    if (folded === COUNTRY || STATES.has(folded) || cityKey(part) === key) continue
    return NO_NAME.test(part) ? null : part
  }
  return null
}
