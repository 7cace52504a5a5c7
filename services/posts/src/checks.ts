import { hasBidi, isVisible } from '@aangan/service-kit/characters'
import { refuse } from '@aangan/service-kit/query'

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is what this line is for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]|\p{Surrogate}/u
/** Most texts: one test for three. */
const PLAIN = /^[\n -~]*$/
const DECIMAL = /^-?\d{1,3}(\.\d{1,20})?$/

/** Trims. Unless `min` is 0, at least one character must be visible. Throws BAD_REQUEST. */
export function text(field: string, value: unknown, { min, max }: { min: number; max: number }): string {
  const clean = typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : null
  if (clean === null || clean.length > max || !isReadable(clean, min)) {
    refuse(field, value, `text of ${min} to ${max} characters, without control characters`)
  }
  return clean
}

function isReadable(clean: string, min: number): boolean {
  if (PLAIN.test(clean)) return min === 0 || clean !== ''
  return (min === 0 || isVisible(clean)) && !CONTROL.test(clean) && !hasBidi(clean)
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
  const clean = typeof value === 'string' ? value.trim() : ''
  if (!DECIMAL.test(clean) || Math.abs(Number(clean)) > limit) {
    refuse(field, value, `degrees as decimal text, from -${limit} to ${limit}, like "18.5204"`)
  }
  return clean
}

export function optional<V, T>(value: V | null | undefined, check: (value: V) => T): T | null {
  return value === null || value === undefined ? null : check(value)
}
