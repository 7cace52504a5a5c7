import type { PostType, Property } from '@aangan/contracts/post-constants'

export const TYPE_LABELS = { buy: 'Buy', rent: 'Rent' } satisfies Record<PostType, string>

export const PROPERTY_LABELS = {
  apartment: 'Apartment',
  house: 'House',
  condo: 'Condo',
  land: 'Land',
} satisfies Record<Property, string>
