import { type Static, Type } from 'typebox'
import { Nullable } from './nullable.ts'

/**
 * Response of the calls in OWN_DATA: a page of what a service holds about the person, as lists by name. `next` is the
 * `after` of the next page, null on the last one.
 */
export const DataPage = Type.Object({
  lists: Type.Record(Type.String(), Type.Array(Type.Unknown())),
  next: Nullable(Type.String()),
})
export type DataPage = Static<typeof DataPage>

export const DataQuery = Type.Object({ after: Type.Optional(Type.String()) })
