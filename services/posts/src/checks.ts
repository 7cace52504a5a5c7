import { asTyped, oneLine, severalLines } from '@aangan/contracts/text/characters'
import { refuse } from '@aangan/service-kit/query'

const CONTROL = /(?![\n\t\u0080-\u009f])\p{Cc}|\p{Surrogate}/u
/** Most texts: a faster test. */
const PLAIN = /^[\n -~]*$/
const DECIMAL = /^-?\d{1,3}(\.\d{1,20})?$/

interface Limits {
  min: number
  max: number
}

/** On one line, without invisible characters. Throws BAD_REQUEST. */
export function line(field: string, value: unknown, limits: Limits): string {
  return checked(field, value, typeof value === 'string' ? oneLine(value) : null, limits)
}

/** Trimmed, without invisible characters. Throws BAD_REQUEST. */
export function text(field: string, value: unknown, limits: Limits): string {
  return checked(field, value, typeof value === 'string' ? severalLines(value) : null, limits)
}

function checked(field: string, value: unknown, clean: string | null, { min, max }: Limits): string {
  if (clean === null || clean.length < min || clean.length > max || (!PLAIN.test(clean) && CONTROL.test(clean))) {
    refuse(field, value, `text of ${min} to ${max} characters, without control characters`)
  }
  return clean
}

export function integer(field: string, value: unknown, { min, max }: { min: number; max: number }): number {
  if (!(Number.isInteger(value) && Number(value) >= min && Number(value) <= max)) {
    refuse(field, value, `a whole number from ${min} to ${max}`)
  }
  return Number(value)
}

export function choice<T extends string>(field: string, value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value)
  if (found === undefined) refuse(field, value, `one of ${allowed.join(', ')}`)
  return found
}

export function degrees(field: string, value: unknown, limit: number): string {
  const clean = typeof value === 'string' ? asTyped(value) : ''
  if (!DECIMAL.test(clean) || Math.abs(Number(clean)) > limit) {
    refuse(field, value, `degrees as decimal text, from -${limit} to ${limit}, like "18.5204"`)
  }
  return clean
}

export function optional<V, T>(value: V | null | undefined, check: (value: V) => T): T | null {
  return value === null || value === undefined ? null : check(value)
}
