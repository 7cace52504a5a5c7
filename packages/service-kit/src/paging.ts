import { isId } from '@aangan/contracts/ids'
import { refuse } from './query.ts'

export interface Position<V extends string | number = string | number> {
  value: V
  id: string
}

const CURSOR = /^([a-z_]+)~([^~]+)~([^~]+)$/

export function cursorOf(sort: string, { value, id }: Position): string {
  return Buffer.from(`${sort}~${value}~${id}`).toString('base64url')
}

/** Accepts only what `cursorOf` returned for the same order; throws BAD_REQUEST for anything else. */
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

/** Null unless the text is an ISO 8601 time exactly as we store it. */
export function timeValue(text: string): string | null {
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString() === text ? text : null
}

export interface PageHeaders {
  'x-total-count': string
  link?: string
}

/** `total` counts all pages, or is `10000+`; `next` is the next page's cursor, null on the last one. */
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
