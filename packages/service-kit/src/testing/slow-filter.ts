/** Matches every document without this field, after comparing it with `size` objects. */
function slowCondition(size: number) {
  return { $in: [null, ...Array.from({ length: size }, (_, n) => ({ n }))] }
}

/** Matches everything, at a millisecond per document: 20,000 of them exceed any deadline. */
export const ENDLESS = { absent: slowCondition(900), missing: slowCondition(900), lacking: slowCondition(900) }

/** Far below any deadline, but slower than most queries. */
export const SLOW = { absent: slowCondition(60) }
