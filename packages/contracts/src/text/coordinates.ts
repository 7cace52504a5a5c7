import { asTyped } from './characters.ts'

/** In degrees; south and west are negative. */
export interface Coordinates {
  latitude: number
  longitude: number
}

/** Bounding box of India with its islands. The two ranges do not overlap, so swapped coordinates are unambiguous. */
const INDIA = { south: 6.4, north: 37.3, west: 68, east: 97.6 }

const MARKS = { degree: '°', minute: "['′’]", second: `(?:["″”]|'')` }
const SIDE = '[nsew](?![a-z])'
const DECIMAL = new RegExp(`^([+-]?\\d{1,3}(?:[.,]\\d{1,20})?)\\s*(?:°\\s*)?(${SIDE})?$`, 'i')
const SEXAGESIMAL = new RegExp(
  `^(\\d{1,3})\\s*°\\s*(\\d{1,2}(?:\\.\\d+)?)\\s*${MARKS.minute}\\s*(?:(\\d{1,2}(?:\\.\\d+)?)\\s*${MARKS.second}\\s*)?(${SIDE})?$`,
  'i',
)
/** One of the two numbers of a text, in either writing, with its side behind it. */
const ONE = new RegExp(
  `[+-]?\\d{1,3}(?:\\.\\d+)?(?:\\s*°(?:\\s*\\d{1,2}(?:\\.\\d+)?\\s*${MARKS.minute}(?:\\s*\\d{1,2}(?:\\.\\d+)?\\s*${MARKS.second})?)?)?(?:\\s*${SIDE})?`,
  'gi',
)
const SIDE_FIRST = /(?<![a-z])([nsew])\s*:?\s*(\d[\d.°'′’"″”\s]*)/gi

/** The place of a link to Google Maps or OpenStreetMap is its marker, else what it asks for, else its centre. */
const LINK = /^https?:\/\/\S+$/i
const IN_LINKS = [
  /!3d(-?\d{1,3}\.\d+)!4d(-?\d{1,3}\.\d+)/,
  /[?&](?:q|query|ll|destination|daddr)=(?:loc:)?(-?\d{1,3}\.\d+),\+?(-?\d{1,3}\.\d+)/,
  /\/(?:search|place)\/(-?\d{1,3}\.\d+),\+?(-?\d{1,3}\.\d+)/,
  // The way there: its last stop.
  /\/dir\/[^@?]*\/(-?\d{1,3}\.\d+),\+?(-?\d{1,3}\.\d+)/,
  /[?&]mlat=(-?\d{1,3}\.\d+)&mlon=(-?\d{1,3}\.\d+)/,
  /#map=\d+\/(-?\d{1,3}\.\d+)\/(-?\d{1,3}\.\d+)/,
  /@(-?\d{1,3}\.\d+),(-?\d{1,3}\.\d+)/,
]

/**
 * Reads a latitude or a longitude into degrees: `28.5456`, `28°32'44"N`, `77,2543° E`. Null if the text is neither; the
 * range is not checked.
 */
export function readDegrees(text: string): number | null {
  const typed = asTyped(text)
  const decimal = typed.match(DECIMAL)
  if (decimal) return signed(Number(decimal[1]?.replace(',', '.')), decimal[2])
  const parts = typed.match(SEXAGESIMAL)
  if (!parts) return null
  return signed(Number(parts[1]) + Number(parts[2]) / 60 + Number(parts[3] ?? 0) / 3600, parts[4])
}

/**
 * Reads both coordinates from one text: `18.55, 73.78`, `POINT(73.78 18.55)`, `18°30'26"N 73°48'27"E`, a link to Google
 * Maps. Null if it does not hold exactly two numbers.
 */
export function readCoordinates(text: string): Coordinates | null {
  const typed = asTyped(text).replace(/^(geo:[^?;]+)[?;].*$/i, '$1')
  const [first, second, ...more] = LINK.test(typed) ? inLink(typed) : numbersIn(typed)
  if (first === undefined || second === undefined || more.length > 0) return null
  // Of `28°32'44`, 44 are the seconds.
  if (first.includes('°') !== second.includes('°')) return null
  const [one, other] = [readDegrees(first), readDegrees(second)]
  if (one === null || other === null) return null
  return /[ew]$/i.test(first) || /[ns]$/i.test(second)
    ? { latitude: other, longitude: one }
    : inOrder({ latitude: one, longitude: other })
}

/** Swaps latitude and longitude if only then they are in India. */
export function inOrder({ latitude, longitude }: Coordinates): Coordinates {
  const swapped = { latitude: longitude, longitude: latitude }
  return isInIndia(swapped) ? swapped : { latitude, longitude }
}

export function isInIndia({ latitude, longitude }: Coordinates): boolean {
  return latitude >= INDIA.south && latitude <= INDIA.north && longitude >= INDIA.west && longitude <= INDIA.east
}

/** What may stand around two numbers: `Lat: 18.5 Long: 73.8`, `POINT(73.8 18.5)`. Not `south`, which makes one negative. */
const WORD_OF_NUMBERS =
  /^(?:[nsewxyz]|north|east|and|lat|latitude|lng|lon|long|longitude|lat(?:lng|lon|long)|coordinates?|point|geo|gps|location)$/i

/** None of `7JCM+Q2 Pune` or `Flat 12, Tower 5`. */
function numbersIn(text: string): string[] {
  if ((text.match(/\p{L}+/gu) ?? []).some((word) => !WORD_OF_NUMBERS.test(word))) return []
  const sideLast = /^[^\d]*[nsew]\s*:?\s*\d/i.test(text) ? text.replace(SIDE_FIRST, '$2$1 ') : text
  return sideLast.match(ONE) ?? []
}

function inLink(link: string): string[] {
  const text = link.replace(/%2C/gi, ',')
  const [, ...found] = IN_LINKS.map((pattern) => pattern.exec(text)).find(Boolean) ?? []
  return found
}

function signed(degrees: number, side: string | undefined): number {
  const value = /[sw]/i.test(side ?? '') ? -degrees : degrees
  return Number(value.toFixed(6))
}
