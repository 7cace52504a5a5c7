interface Schema {
  description?: string
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  items?: Schema
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
}

const NOUNS: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

export function describeSchema(schema: object): string {
  const known = schema as Schema
  if (known.description) return known.description
  if (known.enum) return `one of ${known.enum.map(String).join(', ')}`
  if (known.const !== undefined) return JSON.stringify(known.const)
  if (known.anyOf) return known.anyOf.map(describeSchema).join(' or ')
  const [type = '', ...others] = [known.type ?? []].flat()
  const first = [NOUNS[type] ?? 'a value', ...details(known)].join(' ')
  return [first, ...others.map((other) => NOUNS[other] ?? other)].join(' or ')
}

function details(schema: Schema): string[] {
  return [
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    schema.exclusiveMinimum === undefined ? '' : `above ${schema.exclusiveMinimum}`,
    schema.format ? `in the form of a ${schema.format}` : '',
    schema.pattern ? `that matches ${schema.pattern}` : '',
    schema.items ? `whose items are each ${describeSchema(schema.items)}` : '',
  ].filter(Boolean)
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return `from ${least} to ${most}${unit}`
  if (least !== undefined) return `of at least ${least}${unit}`
  return most === undefined ? '' : `of at most ${most}${unit}`
}
