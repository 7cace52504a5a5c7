import { isId } from '@aangan/contracts/ids'
import { refuse } from './query.ts'

/** Where a page ended: the sort value of its last entry, and that entry's id. */
export interface Position<V extends string | number = string | number> {
  value: V
  id: string
}

const CURSOR = /^([a-z_]+)~([^~]+)~([^~]+)$/

/** Packs a position of the order `sort` into the opaque text of `after`. */
export function cursorOf(sort: string, { value, id }: Position): string {
  return Buffer.from(`${sort}~${value}~${id}`).toString('base64url')
}

/**
 * Unpacks `after`. Only text that `cursorOf` could have made is taken, and only for the same order.
 * @param readValue answers the sort value, or null where the text is none.
 * @throws BAD_REQUEST for everything else.
 */
export function positionOf<V extends string | number>(
  cursor: string,
  sort: string,
  readValue: (text: string) => V | null,
): Position<V> {
  const [, order, text = '', id = ''] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  const value = readValue(text)
  const wanted = "the one of a page's Link header, unchanged"
  if (order !== undefined && order !== sort) refuse('after', cursor, `${wanted}: this one belongs to another sort`)
  if (value === null || !isId(id) || cursorOf(sort, { value, id }) !== cursor) refuse('after', cursor, wanted)
  return { value, id }
}

/** An ISO 8601 time as we store it, or null. */
export function timeValue(text: string): string | null {
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString() === text ? text : null
}

export interface PageHeaders {
  'x-total-count': string
  link?: string
}

/**
 * The headers of one page of a list. `total` is how many there are on all pages, or `10000+`; `next` is where the page
 * ended, as a cursor, or null on the last one; `params` are the filters that the next page keeps.
 */
export function pageHeaders(
  path: string,
  params: Record<string, string>,
  { total, next }: { total: string | number; next: string | null },
): PageHeaders {
  if (next === null) return { 'x-total-count': String(total) }
  return {
    'x-total-count': String(total),
    link: `<${path}?${new URLSearchParams({ ...params, after: next })}>; rel="next"`,
  }
}
