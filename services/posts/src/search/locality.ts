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
/** House or flat numbers, text too long to be a name, or no letters at all. */
const NO_NAME = /^(\d|#|flat\b|plot\b|house\b|door\b|no\b|h\.?no\b|apt\b|unit\b|shop\b)|.{61,}|^[^\p{L}]*$/iu

/** Kothrud for '12 Lake Road, Kothrud, Pune, Maharashtra 411038'. Null if the address names no locality. */
export function localityOf(address: string, city: string): string | null {
  const key = cityKey(city)
  const parts = address.split(',')
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = (parts[at] as string).replace(PIN, '').replace(/\s+/g, ' ').trim()
    if (part === '') continue
    const folded = foldName(part)
    // A city may share the name of its state.
    if (folded === COUNTRY || STATES.has(folded) || cityKey(part) === key) continue
    return NO_NAME.test(part) ? null : part
  }
  return null
}
