import { cityKey } from '@aangan/contracts/cities'
import { foldName } from '@aangan/contracts/text/names'
import { PIN_AT_END } from '@aangan/contracts/text/pin-codes'

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
      ...['AP', 'KA', 'MH', 'GJ', 'HR', 'PB', 'RJ', 'WB', 'TS', 'HP', 'JH', 'CG'],
    ],
  ].map(foldName),
)
/** House or flat numbers, text too long to be a name, or no letters at all. */
const NO_NAME = /^(\d|#|flat\b|plot\b|house\b|door\b|no\b|h\.?no\b|apt\b|unit\b|shop\b)|.{61,}|^[^\p{L}]*$/iu

/** A state, or the country: 'Maharashtra', not 'Pune'. */
export function isRegion(text: string): boolean {
  const folded = foldName(text)
  return folded === COUNTRY || STATES.has(folded)
}

/** Pune for 'Pune, Maharashtra'. A city may share the name of its state. */
export function cityOf(city: string): string {
  if (!city.includes(',')) return city
  const [first = '', ...others] = city.split(',')
  return others.every(isRegion) && foldName(first) !== '' ? first.trim() : city
}

/** Kothrud for '12 Lake Road, Kothrud, Pune, Maharashtra 411038'. Null if the address names no locality. */
export function localityOf(address: string, city: string): string | null {
  const key = cityKey(city)
  const parts = address.split(',')
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = (parts[at] as string).replace(PIN_AT_END, '').replace(/\s+/g, ' ').trim()
    if (part === '') continue
    if (isRegion(part) || cityKey(part) === key) continue
    return NO_NAME.test(part) ? null : part
  }
  return null
}
