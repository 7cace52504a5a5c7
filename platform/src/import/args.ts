import { parseArgs } from 'node:util'
import { AppError } from '@aangan/service-kit/errors'
import type { Mapping } from './columns.ts'

export interface ImportArguments {
  file: string
  mapping: Mapping
  owner: string
  /** Whether the owner may be a person's account. */
  isPerson: boolean
}

const USAGE = 'npm run import -- FILE.csv [--map column=field …] [--owner NAME [--owner-is-person]]'

/** Owner of imported listings without `--owner`. */
const DEFAULT_OWNER = 'imported'

/** Parses the command line. Throws BAD_REQUEST with the problem and the usage. */
export function readArguments(args: string[]): ImportArguments {
  const { values, positionals } = parse(args)
  const [file, ...more] = positionals
  if (file === undefined) throw new AppError('BAD_REQUEST', `No file given. Usage: ${USAGE}`)
  if (more.length > 0)
    throw new AppError('BAD_REQUEST', `Only one file at a time, but also got ${more.join(' ')}. Usage: ${USAGE}`)
  const { map = [], owner = DEFAULT_OWNER, 'owner-is-person': isPerson = false } = values
  return { file, mapping: Object.fromEntries(map.map(pair)), owner, isPerson }
}

function parse(args: string[]) {
  try {
    const options = {
      map: { type: 'string', multiple: true },
      owner: { type: 'string' },
      'owner-is-person': { type: 'boolean' },
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
  if (at < 1) throw new AppError('BAD_REQUEST', `--map ${text} has no field: write --map column=field.`)
  return [text.slice(0, at), text.slice(at + 1).trim()]
}
