import { quoted } from '@aangan/contracts/text/characters'
import type { Static, TObject, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { describeSchema } from './describe-schema.ts'
import { fromText } from './from-text.ts'

/** `Type.String({ secret: true })` keeps a variable's value out of messages. */
interface Described extends TSchema {
  type?: string
  default?: unknown
  secret?: boolean
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Empty counts as absent. Throws one ConfigError naming every invalid variable, its value and what is expected. */
export function readConfig<T extends TObject>(schema: T, env: Record<string, string | undefined>): Static<T> {
  const config: Record<string, unknown> = {}
  const complaints: string[] = []
  for (const [name, property] of Object.entries<Described>(schema.properties)) {
    const text = env[name]?.trim() || undefined
    const value = text === undefined ? Value.Clone(property.default) : read(text, property)
    if (value === undefined) {
      if (schema.required?.includes(name)) complaints.push(`${name} is not set; expected ${describeSchema(property)}`)
    } else if (Value.Check(property, value)) config[name] = value
    else complaints.push(`${name}=${shown(text, property)} is invalid; expected ${describeSchema(property)}`)
  }
  if (complaints.length > 0) throw new ConfigError(`Invalid configuration: ${complaints.join('. ')}.`)
  return config as Static<T>
}

function read(text: string, property: Described): unknown {
  return property.type === 'array' ? text.split(/[\s,]+/).filter(Boolean) : fromText(text, property)
}

function shown(text: string | undefined, schema: Described): string {
  return schema.secret ? '[hidden]' : quoted((text ?? '').replace(/\/\/[^/@\s]*@/g, '//[hidden]@'), 200)
}
