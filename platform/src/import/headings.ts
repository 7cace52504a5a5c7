import { plainLine } from '@aangan/contracts/text/characters'

/** Listing fields and the column headings recognised for each, most likely first. */
const HEADINGS = {
  type: [
    ...['type', 'listing type', 'offer', 'offer type', 'transaction', 'transaction type', 'purpose', 'for'],
    ...[
      'sale or rent',
      'rent or sale',
      'buy or rent',
      'category',
      'post type',
      'deal type',
      'listed for',
      'listing for',
    ],
    ...['posted for', 'available for', 'intent', 'transact type', 'sale type', 'rent sale', 'sale rent', 'buy rent'],
    ...['rent or sell', 'sell or rent', 'listing category'],
  ],
  property: [
    ...['property', 'property type', 'type of property', 'home type', 'house type', 'building type', 'kind'],
    ...['unit type', 'apartment type', 'flat type', 'dwelling type', 'property category', 'property sub type'],
    ...['type of home', 'type of house', 'asset type'],
  ],
  price: [
    ...['price', 'amount', 'cost', 'asking price', 'rent', 'monthly rent', 'rent amount', 'rent per month', 'rent pm'],
    ...[
      'selling price',
      'sale price',
      'expected price',
      'target price',
      'property price',
      'price amount',
      'expected rent',
    ],
    ...['exact price', 'final price', 'quoted price', 'demand', 'rental', 'rental amount', 'rent month'],
    ...['expected monthly rent', 'exp rent'],
  ],
  priceUnit: ['price unit', 'amount unit', 'unit of price'],
  city: ['city', 'town', 'city name', 'city town', 'town city', 'ct name'],
  locality: [
    ...['locality', 'location', 'area locality', 'neighbourhood', 'neighborhood', 'sector', 'locality name', 'suburb'],
    ...['sub locality', 'area name', 'location name', 'region'],
    ...['colony', 'location area', 'locality area', 'micro market', 'sub locality name'],
  ],
  bedroom: [
    ...['bedroom', 'bed', 'bhk', 'bhk type', 'bed room', 'room', 'configuration', 'bhk size', 'bhk rk', 'bed bhk'],
    ...['bedroom bhk', 'bhk config', 'config', 'typology', 'br'],
  ],
  bathroom: ['bathroom', 'bath', 'bath room', 'toilet', 'washroom', 'bath toilet', 'bathroom toilet', 'wc'],
  latitude: ['latitude', 'lat', 'geo lat', 'map latitude', 'geo latitude', 'map lat', 'property latitude'],
  longitude: [
    ...['longitude', 'lng', 'lon', 'long', 'geo lng', 'geo long', 'map longitude', 'geo longitude', 'map lng'],
    ...['map long', 'property longitude'],
  ],
  coordinates: [
    ...['coordinates', 'lat long', 'lat lng', 'lat lon', 'latitude longitude', 'lat and long', 'lat & long'],
    ...[
      'gps',
      'geo',
      'geo location',
      'gps coordinates',
      'geo coordinates',
      'location coordinates',
      'long lat',
      'lng lat',
    ],
    ...[
      'coords',
      'geo point',
      'gps location',
      'ltcoord geo',
      'map details',
      'map link',
      'google map link',
      'google maps',
    ],
  ],
  size: [
    ...['size', 'area', 'sqft', 'square ft', 'square feet', 'carpet area', 'built up area', 'super area', 'plot area'],
    ...[
      'super built up area',
      'covered area',
      'property size',
      'property area',
      'floor area',
      'area with type',
      'plot size',
    ],
    ...['flat size', 'flat area', 'area size', 'living area', 'size area', 'land area', 'super builtup area'],
    ...['saleable area', 'salable area', 'usable area', 'rera carpet area', 'carpet', 'rera carpet', 'built up'],
    ...[
      'super built up',
      'sba',
      'sbua',
      'unit size',
      'land size',
      'sq feet',
      'sq meter',
      'sqm',
      'sq yard',
      'dimension',
    ],
  ],
  sizeUnit: ['size unit', 'area unit', 'unit of area'],
  furnishing: [
    'furnishing',
    'furnished',
    'furnishing status',
    'furniture',
    'furnish',
    'furnished status',
    'furnishing type',
    'furnished type',
    'furnish type',
    'is furnished',
    'furniture status',
  ],
  title: [
    ...['title', 'heading', 'property heading', 'name', 'headline', 'property name', 'property title'],
    ...['listing title', 'name of property', 'listing name', 'ad title', 'subject'],
  ],
  address: ['address', 'full address', 'street', 'property address', 'street address'],
  desc: [
    ...['desc', 'description', 'details', 'text', 'property description', 'property details', 'listing description'],
    ...['long description', 'ad description', 'about', 'about property', 'overview'],
  ],
} as const

export type Field = keyof typeof HEADINGS

export const FIELDS = Object.keys(HEADINGS) as Field[]

export const REQUIRED = ['type', 'property', 'price', 'city', 'bedroom', 'bathroom'] as const satisfies Field[]

/** Headings that mean the field only if the cells below them do. */
const PERHAPS: Partial<Record<Field, readonly string[]>> = {
  type: ['property', 'property type', 'price type', 'status'],
  property: ['type', 'category', 'listing type', 'transaction type', 'sub type'],
  bedroom: ['type', 'size', 'property type', 'flat type', 'apartment type', 'unit type', 'property', 'layout'],
  coordinates: ['location', 'point', 'position', 'place', 'map'],
  locality: ['area', 'place'],
}

const UNIT =
  /^(.+?)(?: in)? (?:(?:sq|square) ?(?:ft|feets?|foot|m|mt|mtrs?|met(?:er|re)s?|yds?|yrds?|yards?)|sft|m2|ft2|sqmt?|acres?|hectares?|cents?|ga[jz]|grounds?|g[ou]nth?as?|marlas?|kanals?|bighas?|rs|inr|rupees?|lakhs?|lacs?|crores?|cr)$/
/** `d` is the display value of MagicBricks: `bedroomD`. */
const FILLER = new Set(['no', 'nos', 'of', 'number', 'num', 'count', 'total', 'the', 'and', 'd'])
const PER_AREA =
  /\b(per|rate|psf)\b.*\b(sq|square|unit|acre|yard|gaj|area)|\bpsf\b|\/ ?sq|^per |^(?:price|cost|amount|rate|rent)s? (?:sq|square)/

const known = spellings(HEADINGS)
const perhaps = spellings(PERHAPS)

/** Rank of a heading for a field, 0 the likeliest; undefined if it does not name it. */
export function rankOf(field: Field, heading: string, how: 'surely' | 'perhaps'): number | undefined {
  const ranks = (how === 'surely' ? known : perhaps).get(field)
  return compactForms(heading)
    .map((form) => ranks?.get(form))
    .find((rank) => rank !== undefined)
}

/** The field itself, also with a unit: `price in lakhs`. */
export function fieldNamed(text: string): Field | undefined {
  return FIELDS.find((field) => field === text) ?? FIELDS.find((field) => compact(wordsOf(text)) === field)
}

/** Lower-case words of a heading in any style: `PriceInLakhs`, `AREA_SQFT` → `price in lakhs`, `area sqft`. */
export function wordsOf(heading: string): string {
  return plainLine(heading)
    .normalize('NFKC')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z](?!s\b)[a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** The words beside the brackets, else those in them: `TARGET(PRICE_IN_LACS)` is a price. */
function compactForms(heading: string): string[] {
  if (PER_AREA.test(wordsOf(heading)) || /\/ ?sq/i.test(plainLine(heading))) return []
  const beside = heading.replace(/[([].*?(?:[)\]]|$)/gs, ' ')
  const within = /[([](.*?)(?:[)\]]|$)/s.exec(heading)?.[1] ?? ''
  return [beside, within].map((part) => compact(wordsOf(part))).filter((form) => form !== '')
}

function compact(words: string): string {
  const kept = words
    .replace(/\bprop\b/g, 'property')
    .split(' ')
    .filter((word) => !FILLER.has(word))
  let rest = kept.length > 0 ? kept.join(' ') : words
  for (let found = UNIT.exec(rest); found; found = UNIT.exec(rest)) rest = found[1] ?? ''
  return rest
    .split(' ')
    .map((word) => (word.length > 3 ? word.replace(/([^s])s$/, '$1') : word))
    .join('')
}

function spellings(table: Partial<Record<Field, readonly string[]>>): Map<Field, Map<string, number>> {
  const fields = Object.entries(table) as [Field, readonly string[]][]
  // Of two spellings that compact to the same, the likelier one counts.
  return new Map(
    fields.map(([field, names]) => [
      field,
      new Map(names.map((name, rank) => [compact(name), rank] as const).reverse()),
    ]),
  )
}
