import type { PathShapes } from './catalog.ts'
import type { SqlValue } from './connection.ts'
import { toJson } from './encode.ts'
import { refuse } from './errors.ts'

export interface Sql {
  text: string
  values: SqlValue[]
}

/** SQL of a value and of its JSON type, and what may be there besides numbers and text. */
export interface FieldSql {
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
export function equals(field: FieldSql, operand: unknown): Sql {
  if (typeof operand === 'boolean') {
    return { text: `${field.value} = ${operand ? 1 : 0} AND ${field.type} = '${operand}'`, values: [] }
  }
  if (typeof operand === 'number') return checked(field, `${field.value} = ?`, operand, looksBoolean(field, operand))
  if (typeof operand === 'string')
    return checked(field, `${field.value} = ${slot(operand)}`, operand, looksJson(field, operand))
  // json_extract returns arrays and objects exactly as stored, including key order.
  const type = Array.isArray(operand) ? 'array' : 'object'
  return { text: `${field.value} = ? AND ${field.type} = '${type}'`, values: [toJson(operand)] }
}

/** `operands` holds no null. Plain values are bound as one list, so that the index serves any number of them. */
export function isOneOf(field: FieldSql, operands: unknown[]): Sql {
  const plain = operands.filter((operand) => isPlain(field, operand))
  const special = operands.filter((operand) => !isPlain(field, operand))
  const parts = special.map((operand) => equals(field, operand))
  if (plain.length === 1) parts.push(equals(field, plain[0]))
  if (plain.length > 1) {
    parts.push({ text: `${field.value} IN (SELECT value FROM json_each(?))`, values: [toJson(plain)] })
  }
  return parts.length === 0 ? NEVER : any(parts)
}

/**
 * Matches only values of the bound's type: SQLite alone would order text after every number. The unary plus hides that
 * end from the planner, which rates a range with both ends as highly as an equality on another field.
 */
export function within(field: FieldSql, operator: RangeOperator, operand: unknown): Sql {
  const compare = `${field.value} ${SYMBOL[operator]}`
  const rising = operator === '$gt' || operator === '$gte'
  if (typeof operand === 'number') {
    const text = rising ? `${compare} ? AND +${field.value} < ''` : `${compare} ?`
    return checked(field, text, operand, coversBoolean(field, operator, operand))
  }
  if (typeof operand === 'string') {
    const bound = `${compare} ${slot(operand)}`
    const text = rising ? bound : `${bound} AND +${field.value} >= ''`
    return checked(field, text, operand, field.shapes.array || field.shapes.object)
  }
  if (typeof operand === 'boolean') {
    return { text: `${compare} ${operand ? 1 : 0} AND ${field.type} IN ('true', 'false')`, values: [] }
  }
  return refuse(`${operator} requires a number, text or a boolean, got ${JSON.stringify(operand)}`)
}

/** The binding cuts text off at NUL; inside JSON the escape survives. */
function slot(operand: string): string {
  return operand.includes('\0') ? `json_extract(?, '$')` : '?'
}

function checked(field: FieldSql, text: string, operand: string | number, doubtful: boolean): Sql {
  const type = typeof operand === 'number' ? `('integer', 'real')` : `('text')`
  const value = typeof operand === 'string' && operand.includes('\0') ? toJson(operand) : operand
  return { text: doubtful ? `${text} AND ${field.type} IN ${type}` : text, values: [value] }
}

function isPlain(field: FieldSql, operand: unknown): boolean {
  if (typeof operand === 'number') return !looksBoolean(field, operand)
  return typeof operand === 'string' && !looksJson(field, operand)
}

function looksBoolean(field: FieldSql, operand: number): boolean {
  return field.shapes.boolean && (operand === 0 || operand === 1)
}

function looksJson(field: FieldSql, operand: string): boolean {
  return (field.shapes.array && operand.startsWith('[')) || (field.shapes.object && operand.startsWith('{'))
}

function coversBoolean(field: FieldSql, operator: RangeOperator, bound: number): boolean {
  if (!field.shapes.boolean) return false
  if (operator === '$gt') return bound < 1
  if (operator === '$gte') return bound <= 1
  return operator === '$lt' ? bound > 0 : bound >= 0
}
