import { asTyped } from '@aangan/contracts/text/characters'
import { quoted, type Reading, refused, understood } from './reading.ts'

export interface Place {
  latitude: number
  longitude: number
}

/** Bounding box of India with its islands. The two ranges do not overlap, so swapped coordinates are unambiguous. */
const INDIA = { south: 6.4, north: 37.3, west: 68, east: 97.6 }

const DECIMAL = /^([+-]?\d{1,3}(?:[.,]\d+)?)\s*(?:°\s*)?([nsew])?$/i
const SEXAGESIMAL = /^(\d{1,3})\s*°\s*(\d{1,2})\s*['′’]\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:["″”]|'')\s*)?([nsew])?$/i

/** Two numbers of one cell: `18.55, 73.78`, `POINT(73.78 18.55)`, `{"lat": 18.55, "lng": 73.78}`. */
const NUMBERS = /[+-]?\d{1,3}(?:\.\d+)?/g

/** Parses a cell with both coordinates, in either order. */
export function readPoint(text: string): Reading<Place> {
  const numbers = text.includes('°') ? text.split(/[,;|]/) : (text.match(NUMBERS) ?? [])
  const [first, second, ...more] = numbers
  if (first === undefined || second === undefined || more.length > 0)
    return refused(`the coordinates ${quoted(text)} are not two numbers such as "28.5456, 77.2543"`)
  return readPlace(first, second)
}

/** Parses a point in India. Swapped latitude and longitude are corrected. */
export function readPlace(latitudeText: string, longitudeText: string): Reading<Place> {
  const first = readDegrees(latitudeText)
  const second = readDegrees(longitudeText)
  if (latitudeText.trim() === '' || longitudeText.trim() === '') return refused('the coordinates are missing')
  if (first === null) return refused(`the latitude ${quoted(latitudeText)} is not degrees such as 28.5456`)
  if (second === null) return refused(`the longitude ${quoted(longitudeText)} is not degrees such as 77.2543`)
  if (isIndia(first, second)) return understood({ latitude: first, longitude: second })
  if (isIndia(second, first)) return understood({ latitude: second, longitude: first })
  if (first === 0 && second === 0) return refused('the coordinates are 0, 0, which usually means unknown')
  return refused(`the coordinates ${first}, ${second} are not in India`)
}

function isIndia(latitude: number, longitude: number): boolean {
  return latitude >= INDIA.south && latitude <= INDIA.north && longitude >= INDIA.west && longitude <= INDIA.east
}

function readDegrees(text: string): number | null {
  const typed = asTyped(text)
  const decimal = typed.match(DECIMAL)
  if (decimal) return signed(Number(decimal[1]?.replace(',', '.')), decimal[2])
  const parts = typed.match(SEXAGESIMAL)
  if (!parts) return null
  return signed(Number(parts[1]) + Number(parts[2]) / 60 + Number(parts[3] ?? 0) / 3600, parts[4])
}

function signed(degrees: number, side: string | undefined): number {
  const value = /[sw]/i.test(side ?? '') ? -degrees : degrees
  return Number(value.toFixed(6))
}
