import { parseArgs } from 'node:util'
import { AppError } from '@aangan/service-kit/errors'

export type TokensCommand =
  | { do: 'create'; name: string; label: string; keyFile?: string }
  | { do: 'list'; format: 'table' | 'json' }
  | { do: 'revoke'; id: string }

const USAGE = 'npm run tokens -- create REMOTE --label "TEAM" [--key PUBLIC_KEY.pem] | list [--json] | revoke ID'

/** Parses the command line. Throws BAD_REQUEST with the problem and the usage. */
export function readArguments(args: string[]): TokensCommand {
  const { values, positionals } = parse(args)
  const [what, subject, ...more] = positionals
  const { label, key, json = false } = values
  if (more.length > 0) wrong(`Leave out "${more.join(' ')}"`)
  if (what === 'list' && subject === undefined) return { do: 'list', format: json ? 'json' : 'table' }
  if (what === 'revoke') return { do: 'revoke', id: subject ?? wrong('revoke needs the id of a token') }
  if (what !== 'create') wrong(`Use create, list or revoke, not "${positionals.join(' ')}"`)
  const name = subject ?? wrong('create needs the name of a remote, or shell')
  return { do: 'create', name, label: label ?? wrong('create needs --label'), ...(key && { keyFile: key }) }
}

function parse(args: string[]) {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
  try {
    return parseArgs({ args, options: { label: text, key: text, json: flag }, allowPositionals: true })
  } catch (error) {
    wrong(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error), error)
  }
}

function wrong(what: string, cause?: unknown): never {
  throw new AppError('BAD_REQUEST', `${what}. Usage: ${USAGE}`, { cause })
}
