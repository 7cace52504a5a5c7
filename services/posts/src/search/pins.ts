import { cityKey } from '@aangan/contracts/cities'

/** India's PIN codes begin with 1 to 8; 9 is the army's. */
const PIN = /(?<!\d)([1-8]\d{2})[ -]?(\d{3})(?!\d)/g
const DISTRICT = 3
/** Digits that Mumbai, Thane and Navi Mumbai share: towns near each other. */
const REGION = 2

/** The city of the sorting district in the first digits of a PIN code. The longest entry counts. */
const CITIES: Record<string, string> = {
  ...{ 110: 'Delhi', 121: 'Faridabad', 122: 'Gurugram', 131: 'Sonipat', 140: 'Mohali', 141: 'Ludhiana' },
  ...{ 143: 'Amritsar', 144: 'Jalandhar', 160: 'Chandigarh', 171: 'Shimla', 190: 'Srinagar', 180: 'Jammu' },
  ...{ 201: 'Ghaziabad', 2013: 'Noida', 202: 'Aligarh', 208: 'Kanpur', 211: 'Prayagraj', 221: 'Varanasi' },
  ...{ 226: 'Lucknow', 243: 'Bareilly', 244: 'Moradabad', 248: 'Dehradun', 250: 'Meerut', 282: 'Agra' },
  ...{ 302: 'Jaipur', 313: 'Udaipur', 324: 'Kota', 342: 'Jodhpur', 360: 'Rajkot', 380: 'Ahmedabad' },
  ...{ 382: 'Gandhinagar', 390: 'Vadodara', 392: 'Bharuch', 395: 'Surat', 400: 'Mumbai', 4006: 'Thane' },
  ...{ 4007: 'Navi Mumbai', 403: 'Goa', 410: 'Navi Mumbai', 411: 'Pune', 412: 'Pune', 413: 'Solapur' },
  ...{ 414: 'Ahilyanagar', 416: 'Kolhapur', 421: 'Thane', 422: 'Nashik', 431: 'Chhatrapati Sambhajinagar' },
  ...{ 440: 'Nagpur', 452: 'Indore', 456: 'Ujjain', 462: 'Bhopal', 474: 'Gwalior', 482: 'Jabalpur' },
  ...{ 492: 'Raipur', 500: 'Hyderabad', 501: 'Hyderabad', 520: 'Vijayawada', 530: 'Visakhapatnam' },
  ...{ 533: 'Rajamahendravaram', 560: 'Bengaluru', 562: 'Bengaluru', 570: 'Mysuru', 572: 'Tumakuru' },
  ...{ 575: 'Mangaluru', 577: 'Davanagere', 580: 'Hubballi', 583: 'Ballari', 585: 'Kalaburagi' },
  ...{ 586: 'Vijayapura', 590: 'Belagavi', 600: 'Chennai', 605: 'Puducherry', 613: 'Thanjavur' },
  ...{ 620: 'Tiruchirappalli', 625: 'Madurai', 627: 'Tirunelveli', 628: 'Thoothukudi', 641: 'Coimbatore' },
  ...{ 643: 'Udhagamandalam', 670: 'Kannur', 673: 'Kozhikode', 678: 'Palakkad', 680: 'Thrissur' },
  ...{ 682: 'Kochi', 688: 'Alappuzha', 691: 'Kollam', 695: 'Thiruvananthapuram', 700: 'Kolkata' },
  ...{ 713: 'Durgapur', 734: 'Siliguri', 751: 'Bhubaneswar', 781: 'Guwahati', 800: 'Patna', 826: 'Dhanbad' },
  ...{ 831: 'Jamshedpur', 834: 'Ranchi' },
}

/** First digits of PIN codes by the key of their city. */
const REGIONS = new Map<string, Set<string>>()
for (const [digits, city] of Object.entries(CITIES)) {
  const known = REGIONS.get(cityKey(city)) ?? new Set()
  REGIONS.set(cityKey(city), known.add(digits.slice(0, REGION)))
}

/** The last PIN code of an address, in six digits; null if it has none. */
export function pinOf(address: string): string | null {
  const [, district = '', rest = ''] = [...address.matchAll(PIN)].at(-1) ?? []
  return district === '' ? null : district + rest
}

/** Writes PIN codes as words of six digits: `Pune-411 038` as `Pune 411038`. */
export function spacedPins(text: string): string {
  return text
    .replace(PIN, ' $1$2 ')
    .replace(/[-–\s]+(?=[1-8]\d{5} )/g, ' ')
    .trim()
}

export function isPin(word: string): boolean {
  return /^[1-8]\d{5}$/.test(word)
}

/** The name to display; null for a district that has no large city. */
export function cityOfPin(pin: string): string | null {
  return CITIES[pin.slice(0, DISTRICT + 1)] ?? CITIES[pin.slice(0, DISTRICT)] ?? null
}

/** Whether a city lies in the postal region of a PIN code; also true for cities that we know no PIN code of. */
export function mayHavePin(city: string, pin: string): boolean {
  const regions = REGIONS.get(cityKey(city))
  return regions === undefined || regions.has(pin.slice(0, REGION))
}
