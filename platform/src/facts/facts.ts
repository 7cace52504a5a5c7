import type { Furnishing, PostType, Property } from '@aangan/contracts/post-constants'

/** Facts of a home without any text: an imported row or a demo listing. */
export interface Facts {
  type: PostType
  property: Property
  /** Whole rupees: the purchase price, or the monthly rent. */
  price: number
  city: string
  locality: string
  /** 0 for land only. */
  bedroom: number
  bathroom: number
  /** Square feet. */
  size: number | null
  latitude: number
  longitude: number
  furnishing: Furnishing | null
}
