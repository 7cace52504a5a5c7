/** Prices that people ask for, of each power of ten. */
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5]
const EDGES = Array.from({ length: 13 }, (_, power) => ROUND.map((round) => round * 10 ** power)).flat()

/**
 * The bucket of a price: even for a round price itself, odd for all between it and the next one. So a range between
 * round prices, as people's ranges are, holds whole buckets and its count is exact, both ends included.
 */
export function bucketOf(price: number): number {
  let [low, high] = [0, EDGES.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((EDGES[middle] ?? Number.POSITIVE_INFINITY) <= price) low = middle
    else high = middle
  }
  return EDGES[low] === price ? 2 * low : 2 * low + 1
}

/** The lowest and the highest whole price of a bucket. */
export function pricesOf(bucket: number): { min: number; max: number } {
  const at = bucket >> 1
  const edge = EDGES[at] ?? 0
  if (bucket % 2 === 0) return { min: edge, max: edge }
  return { min: Math.floor(edge) + 1, max: Math.ceil(EDGES[at + 1] ?? Number.MAX_SAFE_INTEGER) - 1 }
}
