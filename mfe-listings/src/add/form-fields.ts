/** Initial values of the fields, in display order. */
export const EMPTY_TEXTS = {
  title: '',
  price: '',
  type: 'rent',
  property: 'apartment',
  address: '',
  city: '',
  latitude: '',
  longitude: '',
  bedroom: '',
  bathroom: '',
  size: '',
  furnishing: '',
  utilities: '',
  pet: '',
  income: '',
  school: '',
  bus: '',
  restaurant: '',
  desc: '',
}

export type FormTexts = typeof EMPTY_TEXTS
export type FieldName = keyof FormTexts

export const FIELD_NAMES = Object.keys(EMPTY_TEXTS) as FieldName[]

export const LABELS: Record<FieldName, string> = {
  title: 'Title',
  price: 'Price',
  type: 'Type',
  property: 'Property',
  address: 'Address',
  city: 'City',
  latitude: 'Latitude',
  longitude: 'Longitude',
  bedroom: 'Bedroom Number',
  bathroom: 'Bathroom Number',
  size: 'Total Size (sqft)',
  furnishing: 'Furnishing',
  utilities: 'Utilities Policy',
  pet: 'Pet Policy',
  income: 'Income Policy',
  school: 'School',
  bus: 'bus',
  restaurant: 'Restaurant',
  desc: 'Description',
}

/** The field named in a server error such as 'price is 0; it may be …', or undefined. */
export function fieldNamed(message: string): FieldName | undefined {
  return FIELD_NAMES.find((name) => new RegExp(`^\\W*(post\\w+\\W+)?${name}\\b`).test(message))
}
