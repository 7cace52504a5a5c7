import { quoted } from '@aangan/contracts/text/characters'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { describeSchema } from './describe-schema.ts'
import { AppError } from './errors.ts'
import { fromText } from './from-text.ts'

const PARTS: Record<string, string> = {
  body: 'the body',
  querystring: 'the query string',
  params: 'the path',
  headers: 'the headers',
}

/** Converts text of paths, queries and headers first; a body must have the right types itself. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = Compile(schema)
  const part = PARTS[httpPart ?? ''] ?? 'the request'
  return (input) => {
    const value = httpPart === 'body' ? input : converted(input, schema)
    if (check.Check(value)) return { value }
    return { error: new AppError('BAD_REQUEST', complaint(check.Errors(value), schema, value, part)) }
  }
}

/** TypeBox's own conversion rounds: `1.5` would pass as a whole number. */
function converted(input: unknown, schema: { properties?: Record<string, object> }): unknown {
  const entries = Object.entries(Object(input)).map(([key, value]) => {
    const property = schema.properties?.[key]
    return [key, typeof value === 'string' && property ? fromText(value, property) : value]
  })
  return Object.fromEntries(entries)
}

function complaint(errors: TLocalizedValidationError[], schema: object, value: unknown, part: string): string {
  const error = errors[0]
  if (!error) return `${part} is not valid`
  const path = segments(error.instancePath)
  const field = path.join('.')
  // An unknown property fails the schema `false` at its own path.
  if (error.keyword === 'boolean') return `${field} in ${part} is not known to this call: leave it out`
  if (error.keyword === 'required') {
    const missing = error.params.requiredProperties[0] ?? ''
    return `${name(field, missing)} is missing from ${part}; expected ${expected(schema, [...path, missing])}`
  }
  const subject = field ? `${field} in ${part}` : part
  return `${subject} is ${quoted(at(value, path))}; expected ${expected(schema, path)}`
}

function segments(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function name(field: string, property: string): string {
  return field ? `${field}.${property}` : property
}

function at(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>((inner, key) => Object(inner)[key], value)
}

function expected(schema: object, path: string[]): string {
  const found = path.reduce<unknown>((inner, key) => {
    const known = Object(inner)
    return known.properties?.[key] ?? (Array.isArray(known.items) ? known.items[Number(key)] : known.items)
  }, schema)
  return found ? describeSchema(Object(found)) : 'what GET /openapi.json describes'
}
