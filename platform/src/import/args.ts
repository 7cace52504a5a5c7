import { parseArgs } from 'node:util'
import { AppError } from '@aangan/service-kit/errors'
import type { Mapping, Values } from './layout.ts'
import { readValues } from './mapping.ts'
import { shown } from './reading.ts'

export interface ImportArguments {
  file: string
  mapping: Mapping
  /** What the file does not say. */
  set: Values
  owner: string
  /** Whether the owner may be a person's account. */
  isPerson: boolean
  /** Only report; write nothing. */
  check: boolean
}

const USAGE =
  'npm run import -- FILE.csv [--map column=field …] [--set field=value …] [--owner NAME [--owner-is-person]] [--check]'

/** Owner of imported listings without `--owner`. */
const DEFAULT_OWNER = 'imported'

/** Parses the command line. Throws BAD_REQUEST with the problem and the usage. */
export function readArguments(args: string[]): ImportArguments {
  const { values, positionals } = parse(args)
  const [file, ...more] = positionals
  if (file === undefined) throw new AppError('BAD_REQUEST', `No file given. Usage: ${USAGE}`)
  if (more.length > 0)
    throw new AppError(
      'BAD_REQUEST',
      `Only one file at a time, but also got ${more.map(shown).join(' ')}. Usage: ${USAGE}`,
    )
  return {
    file,
    mapping: Object.fromEntries((values.map ?? []).map(pair)),
    set: readValues(Object.fromEntries((values.set ?? []).map(value))),
    owner: values.owner ?? DEFAULT_OWNER,
    isPerson: values['owner-is-person'] ?? false,
    check: values.check ?? false,
  }
}

function parse(args: string[]) {
  try {
    const options = {
      map: { type: 'string', multiple: true },
      set: { type: 'string', multiple: true },
      owner: { type: 'string' },
      'owner-is-person': { type: 'boolean' },
      check: { type: 'boolean' },
    } as const
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    const message = error instanceof Error ? error.message.split('. ')[0] : String(error)
    throw new AppError('BAD_REQUEST', `${message}. Usage: ${USAGE}`, { cause: error })
  }
}

/** Splits at the last `=`, since a column name may contain one. */
function pair(text: string): [string, string] {
  const at = text.lastIndexOf('=')
  if (at < 1) throw new AppError('BAD_REQUEST', `--map ${shown(text)} has no field: write --map column=field.`)
  return [text.slice(0, at), text.slice(at + 1).trim()]
}

/** Splits at the first `=`: no field has one. */
function value(text: string): [string, string] {
  const at = text.indexOf('=')
  if (at < 1 || at === text.length - 1)
    throw new AppError('BAD_REQUEST', `--set ${shown(text)} has no value: write --set field=value.`)
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}
