/** Matches every document without this field, after comparing it with `size` objects. */
function slowCondition(size: number) {
  return { $in: [null, ...Array.from({ length: size }, (_, n) => ({ n }))] }
}

/**
 * Matches everything, at 0.4 ms per document: 40,000 of them exceed any deadline. No more conditions, since SQLite reads
 * the statement before its first row, where it cannot be cut, in time that grows with their square: 1.2 s for twice as
 * many.
 */
export const ENDLESS = Object.fromEntries(Array.from({ length: 4 }, (_, n) => [`absent${n}`, slowCondition(900)]))

/** Far below any deadline, but slower than most queries. */
export const SLOW = { absent: slowCondition(60) }
