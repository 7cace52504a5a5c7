import type { Alert } from './account-constants.ts'
import type { Furnishing, PETS, PostType, Property, UTILITIES } from './post-constants.ts'

/** What visitors read for each value. */
type Labels<T extends string> = Readonly<Record<T, string>>

export const TYPE_LABELS: Labels<PostType> = { buy: 'Buy', rent: 'Rent' }
export const PROPERTY_LABELS: Labels<Property> = {
  apartment: 'Apartment',
  house: 'House',
  condo: 'Condo',
  land: 'Land',
}
export const FURNISHING_LABELS: Labels<Furnishing> = {
  furnished: 'Furnished',
  'semi-furnished': 'Semi-furnished',
  unfurnished: 'Unfurnished',
}
export const UTILITIES_LABELS: Labels<(typeof UTILITIES)[number]> = {
  owner: 'Owner is responsible',
  tenant: 'Tenant is responsible',
  shared: 'Owner and tenant share',
}
export const PET_LABELS: Labels<(typeof PETS)[number]> = {
  allowed: 'Pets Allowed',
  'not-allowed': 'Pets not Allowed',
}
export const ALERT_LABELS: Labels<Alert> = { off: 'Never', daily: 'Daily', now: 'At once' }
