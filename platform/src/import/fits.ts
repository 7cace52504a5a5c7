import type { PostType } from '@aangan/contracts/post-constants'
import { readCity } from './city.ts'
import type { Field } from './headings.ts'
import { readFurnishing, readProperty, readType } from './kinds.ts'
import { readMoney } from './money.ts'
import { firstArea } from './optional-cells.ts'
import { readPlace, readPoint } from './place.ts'
import type { Reading } from './reading.ts'
import { readRooms } from './rooms.ts'
import { readSize } from './size.ts'

/** Any point in India completes the other coordinate. */
const LATITUDE = '20'
const LONGITUDE = '78'

const READERS: Record<Field, (text: string) => Reading<unknown> | boolean> = {
  type: readType,
  property: readProperty,
  price: (text) => readMoney(text, 'rent'),
  priceUnit: (text) => text.length <= 12,
  city: readCity,
  locality: isName,
  bedroom: (text) => readRooms(text, 'bedroom', 'apartment'),
  bathroom: (text) => readRooms(text, 'bathroom', 'apartment'),
  latitude: (text) => isEither(readPlace(text, LONGITUDE), readPlace(text, LATITUDE)),
  longitude: (text) => isEither(readPlace(LATITUDE, text), readPlace(LONGITUDE, text)),
  coordinates: readPoint,
  size: (text) => readSize(firstArea(text)),
  sizeUnit: (text) => text.length <= 12,
  furnishing: readFurnishing,
  title: isText,
  address: isName,
  desc: isText,
}

/** Whether a cell can be read as the field. Units of headings are left aside, except that a price needs its type. */
export function fits(field: Field, text: string, { type = 'rent', unit = 1 }: { type?: PostType; unit?: number } = {}) {
  const read = field === 'price' ? isPrice(readMoney(text, type, unit), type) : READERS[field](text)
  return typeof read === 'boolean' ? read : 'value' in read
}

/** Below that it is a price per square foot. */
const LEAST_TO_BUY = 100_000

function isPrice(read: Reading<number>, type: PostType): boolean {
  return 'value' in read && (type === 'rent' || read.value >= LEAST_TO_BUY)
}

function isText(text: string): boolean {
  return /\p{L}/u.test(text)
}

function isName(text: string): boolean {
  return isText(text) && !('value' in readSize(text)) && !('value' in readPoint(text))
}

function isEither(one: Reading<unknown>, other: Reading<unknown>): boolean {
  return 'value' in one || 'value' in other
}
