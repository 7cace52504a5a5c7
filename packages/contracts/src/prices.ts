/** Currency of prices: the specification's dollar, or the rupee. */
export type Currency = 'usd' | 'inr'
