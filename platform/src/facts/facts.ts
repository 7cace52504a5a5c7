import type { Furnishing, PostType, Property } from '@aangan/contracts/post-constants'

/** What is known of a home before anybody wrote about it: an imported row, or a listing of the demo site. */
export interface Facts {
  type: PostType
  property: Property
  /** Whole rupees: the price to buy, a month's rent to rent. */
  price: number
  city: string
  /** Part of the city; empty where unknown. */
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
