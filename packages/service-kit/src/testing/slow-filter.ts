/** A condition that every document without this field meets, once it has been compared with `size` objects. */
function slowCondition(size: number) {
  return { $in: [null, ...Array.from({ length: size }, (_, n) => ({ n }))] }
}

/** A filter that matches everything, at a millisecond a document: over 20,000 of them it takes longer than any deadline. */
export const ENDLESS = { absent: slowCondition(900), missing: slowCondition(900), lacking: slowCondition(900) }

/** The same, quicker by far than a deadline, and slower than most queries. */
export const SLOW = { absent: slowCondition(60) }
