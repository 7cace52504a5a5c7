/** Matches every document without this field, after comparing it with `size` objects. */
function slowCondition(size: number) {
  return { $in: [null, ...Array.from({ length: size }, (_, n) => ({ n }))] }
}

/**
 * Matches everything, at half a millisecond or more per document: 20,000 of them exceed any deadline. Not much more,
 * since a read can be cut only every 64 rows.
 */
export const ENDLESS = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`absent${n}`, slowCondition(900)]))

/** Far below any deadline, but slower than most queries. */
export const SLOW = { absent: slowCondition(60) }
