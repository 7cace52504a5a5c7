/**
 * `T` with every field required, optional ones too. Functions that copy a document field by field return it, so that
 * the compiler reports each place that would silently drop a new field.
 */
export type Complete<T> = { [K in keyof Required<T>]: T[K] }
