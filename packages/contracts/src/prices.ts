/** The sign before prices: the specification's dollar, or the rupee. */
export type Currency = 'usd' | 'inr'
