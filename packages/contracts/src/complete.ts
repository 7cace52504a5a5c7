/**
 * `T` with every field stated, optional ones too. What copies a document field by field returns this, so that the
 * compiler names each place that would drop a new field silently.
 */
export type Complete<T> = { [K in keyof Required<T>]: T[K] }
