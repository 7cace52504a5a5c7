import { parseArgs } from 'node:util'
import { AppError } from '@aangan/service-kit/errors'

/** `durable` null: of all. Without `ids`, `replay` means all. */
export type EventsCommand =
  | { do: 'list'; durable: string | null; format: 'text' | 'json' }
  | { do: 'replay' | 'discard'; durable: string | null; ids: string[] }

const USAGE =
  'npm run events -- [--durable NAME] [--json] | replay [--durable NAME] [ID …] | discard [--durable NAME] ID …'

/** Parses the command line. Throws BAD_REQUEST with the problem and the usage. */
export function readArguments(args: string[]): EventsCommand {
  const { values, positionals } = parse(args)
  const durable = values.durable ?? null
  const [command, ...ids] = positionals
  if (command === undefined) return { do: 'list', durable, format: values.json ? 'json' : 'text' }
  if (command !== 'replay' && command !== 'discard') wrong(`Unknown command "${command}": use replay or discard`)
  if (values.json) wrong('--json is for the list')
  if (command === 'discard' && ids.length === 0) wrong('discard needs the ID of each event to discard')
  return { do: command, durable, ids }
}

function parse(args: string[]) {
  const options = { durable: { type: 'string' }, json: { type: 'boolean' } } as const
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    wrong(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error), error)
  }
}

function wrong(what: string, cause?: unknown): never {
  throw new AppError('BAD_REQUEST', `${what}. Usage: ${USAGE}`, { cause })
}
