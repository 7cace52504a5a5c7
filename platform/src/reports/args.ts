import { parseArgs } from 'node:util'
import { AppError } from '@aangan/service-kit/errors'

/** `take-down` also marks all open reports of the listing as handled. */
export type ReportsCommand =
  | { do: 'list'; state: 'open' | 'handled'; format: 'table' | 'json'; limit: number }
  | { do: 'handle'; id: string }
  | { do: 'take-down'; id: string }

const USAGE = 'npm run reports -- [--handled] [--json] [--limit N] | --handle REPORT | --take-down LISTING'
const DEFAULT_LIMIT = 50
const MOST = 10_000

/** Parses the command line. Throws BAD_REQUEST with the problem and the usage. */
export function readArguments(args: string[]): ReportsCommand {
  const { handle, 'take-down': takeDown, ...listing } = parse(args)
  if (handle !== undefined && takeDown !== undefined) wrong('Use either --handle or --take-down, not both')
  if (handle !== undefined) return { do: 'handle', id: handle }
  if (takeDown !== undefined) return { do: 'take-down', id: takeDown }
  const limit = Number(listing.limit ?? DEFAULT_LIMIT)
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= MOST))
    wrong(`--limit must be a whole number from 1 to ${MOST}, got "${listing.limit}"`)
  return {
    do: 'list',
    state: listing.handled ? 'handled' : 'open',
    format: listing.json ? 'json' : 'table',
    limit,
  }
}

function parse(args: string[]) {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
  const options = { handle: text, 'take-down': text, limit: text, handled: flag, json: flag } as const
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    wrong(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error), error)
  }
}

function wrong(what: string, cause?: unknown): never {
  throw new AppError('BAD_REQUEST', `${what}. Usage: ${USAGE}`, { cause })
}
