import { parseArgs } from 'node:util'
import { AppError } from '@aangan/service-kit/errors'
import type { Mapping } from './columns.ts'

export interface ImportArguments {
  file: string
  mapping: Mapping
  owner: string
}

const USAGE = 'npm run import -- FILE.csv [--map column=field …] [--owner NAME]'

/** Owns what comes in without `--owner`. */
const DEFAULT_OWNER = 'imported'

/** Reads the command line. Throws BAD_REQUEST saying what is wrong and how it is written. */
export function readArguments(args: string[]): ImportArguments {
  const { values, positionals } = parse(args)
  const [file, ...more] = positionals
  if (file === undefined) throw new AppError('BAD_REQUEST', `Which file? Write: ${USAGE}`)
  if (more.length > 0)
    throw new AppError('BAD_REQUEST', `One file at a time, not also ${more.join(' ')}. Write: ${USAGE}`)
  return { file, mapping: Object.fromEntries((values.map ?? []).map(pair)), owner: values.owner ?? DEFAULT_OWNER }
}

function parse(args: string[]) {
  try {
    const options = { map: { type: 'string', multiple: true }, owner: { type: 'string' } } as const
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    const message = error instanceof Error ? error.message.split('. ')[0] : String(error)
    throw new AppError('BAD_REQUEST', `${message}. Write: ${USAGE}`, { cause: error })
  }
}

/** The last `=` divides, since a column's name may hold one. */
function pair(text: string): [string, string] {
  const at = text.lastIndexOf('=')
  if (at < 1) throw new AppError('BAD_REQUEST', `--map ${text} names no field: it is written --map column=field.`)
  return [text.slice(0, at), text.slice(at + 1).trim()]
}
