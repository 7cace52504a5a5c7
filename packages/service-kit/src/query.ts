import { asTyped, oneLine, quoted } from '@aangan/contracts/text/characters'
import { AppError } from './errors.ts'

export type Texts = { [name: string]: string | undefined }

/** On one line; null if absent, empty or `any`. */
export function textOf(query: Texts, name: string): string | null {
  const text = oneLine(query[name] ?? '')
  return text === '' || text.toLowerCase() === 'any' ? null : text
}

/** Ignores case. Throws BAD_REQUEST naming the parameter, its value and what is allowed. */
export function choiceOf<T extends string>(query: Texts, name: string, allowed: readonly T[]): T | null {
  const text = textOf(query, name)
  if (text === null) return null
  const choice = allowed.find((one) => one === text.toLowerCase())
  if (choice === undefined) refuse(name, text, `one of ${allowed.join(', ')}, or nothing`)
  return choice
}

export function integerOf(query: Texts, name: string, { min, max }: { min: number; max: number }): number | null {
  const text = textOf(query, name)
  if (text === null) return null
  const digits = asTyped(text)
  const value = /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN
  if (!(value >= min && value <= max)) refuse(name, text, `a whole number from ${min} to ${max}, in digits alone`)
  return value
}

export function refuse(name: string, given: unknown, allowed: string): never {
  throw new AppError('BAD_REQUEST', `${name} is ${quoted(given)}; it may be ${allowed}`)
}
