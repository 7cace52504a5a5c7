import type { PathShapes } from './catalog.ts'
import {
  all,
  any,
  equals,
  type FieldSql,
  isOneOf,
  NEVER,
  not,
  type RangeOperator,
  type Sql,
  within,
} from './conditions.ts'
import { inspect, toJson } from './encode.ts'
import { refuse } from './errors.ts'
import { pathLiteral, pathSegments, typeAt, valueAt } from './path.ts'

const OPERATORS = ['$eq', '$ne', '$in', '$gt', '$gte', '$lt', '$lte', '$exists'] as const
type Operator = (typeof OPERATORS)[number]
type Operation = [Operator, unknown]

/**
 * A bound matches values of its own type, a missing field equals null, a condition on an array matches any element.
 * Paths through an array use the SQL function `residual`, so that limits and counts see the whole filter.
 */
export function compileFilter(filter: object, shapesOf: (path: string) => PathShapes): Sql {
  const parts: Sql[] = []
  const residual: Record<string, unknown> = {}
  for (const [path, operations] of readFilter(filter)) {
    const shapes = shapesOf(path)
    if (shapes.underArray) residual[path] = Object.fromEntries(operations)
    else parts.push(...operations.map((operation) => compile(path, shapes, operation)))
  }
  if (Object.keys(residual).length > 0) parts.push({ text: 'residual(?, doc)', values: [toJson(residual)] })
  return all(parts)
}

export function readFilter(filter: object): [path: string, Operation[]][] {
  const wanted = Object.entries(filter).filter(([, operand]) => operand !== undefined)
  return wanted.map(([path, operand]) => {
    if (path.startsWith('$')) refuse(`Unknown filter operator ${path}`)
    pathSegments(path)
    return [path, operationsOf(path, operand)]
  })
}

export function operationsOf(path: string, wanted: unknown): Operation[] {
  inspectOperand(path, wanted)
  if (!isOperators(wanted)) return [['$eq', wanted]]
  const given = Object.entries(wanted).filter(([, operand]) => operand !== undefined)
  // The driver drops undefined operands and sends the empty object that is left, to be compared as such.
  if (given.length === 0) return [['$eq', {}]]
  return given.map(([name, operand]) => [checkOperator(path, name, operand), operand])
}

function isOperators(wanted: unknown): wanted is Record<string, unknown> {
  return typeof wanted === 'object' && wanted !== null && Object.keys(wanted).some((key) => key.startsWith('$'))
}

function inspectOperand(path: string, wanted: unknown): void {
  const operands = isOperators(wanted) ? Object.values(wanted) : [wanted]
  for (const operand of operands) {
    if (operand !== undefined) inspect(operand, path, null, 0)
  }
}

function checkOperator(path: string, name: string, operand: unknown): Operator {
  const operator = OPERATORS.find((known) => known === name)
  if (!operator) refuse(`Unknown filter operator ${name} on ${path}: use one of ${OPERATORS.join(', ')}`)
  if (operator === '$in' && !Array.isArray(operand)) refuse(`$in on ${path} requires a list`)
  if (operator === '$exists' && typeof operand !== 'boolean') refuse(`$exists on ${path} requires true or false`)
  return operator
}

function compile(path: string, shapes: PathShapes, [operator, operand]: Operation): Sql {
  if (operator === '$exists') return { text: `${typeAt(path)} IS ${operand ? 'NOT NULL' : 'NULL'}`, values: [] }
  if (operator === '$ne') return differs(path, shapes, operand)
  if (operator === '$eq') return among(path, shapes, [operand])
  if (operator === '$in') return among(path, shapes, Array.isArray(operand) ? operand : [])
  return bounded(path, shapes, operator, operand)
}

function differs(path: string, shapes: PathShapes, operand: unknown): Sql {
  // As a range, "not null" can use an index: minus infinity is below every number and all text.
  if (operand === null && !shapes.array && path !== '_id') return { text: `${valueAt(path)} >= -9e999`, values: [] }
  return not(among(path, shapes, [operand]))
}

function among(path: string, shapes: PathShapes, operands: unknown[]): Sql {
  const values = operands.filter((operand) => operand !== null)
  if (path === '_id')
    return isOneOf(
      idField,
      values.filter((operand) => typeof operand === 'string'),
    )
  const parts: Sql[] = []
  if (values.length > 0) parts.push(onEach(path, shapes, (field) => isOneOf(field, values)))
  if (shapes.array) parts.push(...wholeArrays(path, shapes, values))
  if (values.length < operands.length) parts.push(isNull(path, shapes))
  return parts.length === 0 ? NEVER : any(parts)
}

function bounded(path: string, shapes: PathShapes, operator: RangeOperator, operand: unknown): Sql {
  if (path === '_id') return typeof operand === 'string' ? within(idField, operator, operand) : NEVER
  if (operand === null) return operator === '$gte' || operator === '$lte' ? isNull(path, shapes) : NEVER
  return onEach(path, shapes, (field) => within(field, operator, operand))
}

const idField: FieldSql = { value: '_id', type: `'text'`, shapes: { array: false, object: false, boolean: false } }

/** On the value, or on each element if the value may be an array: json_each returns a scalar as one row. */
function onEach(path: string, shapes: PathShapes, condition: (field: FieldSql) => Sql): Sql {
  if (!shapes.array) return condition({ value: valueAt(path), type: typeAt(path), shapes })
  const anything = { array: true, object: true, boolean: true }
  const each = condition({ value: 'element.value', type: 'element.type', shapes: anything })
  return { text: exists(path, each.text), values: each.values }
}

/** Excludes objects, whose members json_each would iterate. */
function exists(path: string, condition: string): string {
  const elements = `SELECT 1 FROM json_each(doc, ${pathLiteral(path)}) AS element WHERE ${condition}`
  return `${typeAt(path)} <> 'object' AND EXISTS (${elements})`
}

/** A list as operand also equals the array itself. */
function wholeArrays(path: string, shapes: PathShapes, operands: unknown[]): Sql[] {
  const field = { value: valueAt(path), type: typeAt(path), shapes }
  return operands.filter((operand) => typeof operand === 'object').map((operand) => equals(field, operand))
}

function isNull(path: string, shapes: PathShapes): Sql {
  const missing = { text: `${valueAt(path)} IS NULL`, values: [] }
  return shapes.array ? any([missing, { text: exists(path, `element.type = 'null'`), values: [] }]) : missing
}
