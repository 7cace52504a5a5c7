import type { PathShapes } from './catalog.ts'
import type { SqlValue } from './connection.ts'
import { toJson } from './encode.ts'
import { refuse } from './errors.ts'

export interface Sql {
  text: string
  values: SqlValue[]
}

/** SQL of a value and of its JSON type, and what may be there besides numbers and text. */
export interface Place {
  value: string
  type: string
  shapes: Pick<PathShapes, 'array' | 'object' | 'boolean'>
}

export type RangeOperator = '$gt' | '$gte' | '$lt' | '$lte'

const SYMBOL: Record<RangeOperator, string> = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' }

export const NEVER: Sql = { text: '0', values: [] }

export function any(parts: Sql[]): Sql {
  return joined(parts, ' OR ')
}

export function all(parts: Sql[]): Sql {
  return joined(parts, ' AND ')
}

function joined(parts: Sql[], separator: string): Sql {
  if (parts.length === 0) return { text: '1', values: [] }
  if (parts.length === 1 && parts[0]) return parts[0]
  return { text: parts.map((part) => `(${part.text})`).join(separator), values: parts.flatMap((part) => part.values) }
}

export function not(part: Sql): Sql {
  return { text: `NOT coalesce((${part.text}), 0)`, values: part.values }
}

/** Matches values of the same type only. Callers handle `null`: a missing field counts as null. */
export function equals(place: Place, operand: unknown): Sql {
  if (typeof operand === 'boolean') {
    return { text: `${place.value} = ${operand ? 1 : 0} AND ${place.type} = '${operand}'`, values: [] }
  }
  if (typeof operand === 'number') return checked(place, `${place.value} = ?`, operand, looksBoolean(place, operand))
  if (typeof operand === 'string')
    return checked(place, `${place.value} = ${slot(operand)}`, operand, looksJson(place, operand))
  // json_extract returns arrays and objects exactly as stored, including key order.
  const type = Array.isArray(operand) ? 'array' : 'object'
  return { text: `${place.value} = ? AND ${place.type} = '${type}'`, values: [toJson(operand)] }
}

/** `operands` holds no null. Plain values are bound as one list, so that the index serves any number of them. */
export function isOneOf(place: Place, operands: unknown[]): Sql {
  const plain = operands.filter((operand) => isPlain(place, operand))
  const special = operands.filter((operand) => !isPlain(place, operand))
  const parts = special.map((operand) => equals(place, operand))
  if (plain.length === 1) parts.push(equals(place, plain[0]))
  if (plain.length > 1) {
    parts.push({ text: `${place.value} IN (SELECT value FROM json_each(?))`, values: [toJson(plain)] })
  }
  return parts.length === 0 ? NEVER : any(parts)
}

/**
 * Matches only values of the bound's type: SQLite alone would order text after every number. The unary plus hides that
 * end from the planner, which rates a range with both ends as highly as an equality on another field.
 */
export function within(place: Place, operator: RangeOperator, operand: unknown): Sql {
  const compare = `${place.value} ${SYMBOL[operator]}`
  const rising = operator === '$gt' || operator === '$gte'
  if (typeof operand === 'number') {
    const text = rising ? `${compare} ? AND +${place.value} < ''` : `${compare} ?`
    return checked(place, text, operand, coversBoolean(place, operator, operand))
  }
  if (typeof operand === 'string') {
    const bound = `${compare} ${slot(operand)}`
    const text = rising ? bound : `${bound} AND +${place.value} >= ''`
    return checked(place, text, operand, place.shapes.array || place.shapes.object)
  }
  if (typeof operand === 'boolean') {
    return { text: `${compare} ${operand ? 1 : 0} AND ${place.type} IN ('true', 'false')`, values: [] }
  }
  return refuse(`${operator} requires a number, text or a boolean, got ${JSON.stringify(operand)}`)
}

/** The binding cuts text off at NUL; inside JSON the escape survives. */
function slot(operand: string): string {
  return operand.includes('\0') ? `json_extract(?, '$')` : '?'
}

function checked(place: Place, text: string, operand: string | number, doubtful: boolean): Sql {
  const type = typeof operand === 'number' ? `('integer', 'real')` : `('text')`
  const value = typeof operand === 'string' && operand.includes('\0') ? toJson(operand) : operand
  return { text: doubtful ? `${text} AND ${place.type} IN ${type}` : text, values: [value] }
}

function isPlain(place: Place, operand: unknown): boolean {
  if (typeof operand === 'number') return !looksBoolean(place, operand)
  return typeof operand === 'string' && !looksJson(place, operand)
}

function looksBoolean(place: Place, operand: number): boolean {
  return place.shapes.boolean && (operand === 0 || operand === 1)
}

function looksJson(place: Place, operand: string): boolean {
  return (place.shapes.array && operand.startsWith('[')) || (place.shapes.object && operand.startsWith('{'))
}

function coversBoolean(place: Place, operator: RangeOperator, bound: number): boolean {
  if (!place.shapes.boolean) return false
  if (operator === '$gt') return bound < 1
  if (operator === '$gte') return bound <= 1
  return operator === '$lt' ? bound > 0 : bound >= 0
}
