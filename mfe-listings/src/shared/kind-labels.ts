import type { Furnishing, PostType, Property } from '@aangan/contracts/post-constants'

export const TYPE_LABELS = { buy: 'Buy', rent: 'Rent' } satisfies Record<PostType, string>

export const PROPERTY_LABELS = {
  apartment: 'Apartment',
  house: 'House',
  condo: 'Condo',
  land: 'Land',
} satisfies Record<Property, string>

export const FURNISHING_LABELS = {
  furnished: 'Furnished',
  'semi-furnished': 'Semi-furnished',
  unfurnished: 'Unfurnished',
} satisfies Record<Furnishing, string>
