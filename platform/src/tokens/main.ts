import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { createToken, type ListedToken, listTokens, revokeToken } from '@aangan/registry/deploy/tokens'
import { findReleasesDir } from '../releases-dir.ts'
import { reportFailure } from '../tool.ts'
import { readArguments, type TokensCommand } from './args.ts'

try {
  const command = readArguments(process.argv.slice(2))
  process.stdout.write(`${await run(command, findReleasesDir(process.env))}\n`)
} catch (error) {
  reportFailure('tokens', error)
}

async function run(command: TokensCommand, releasesDir: string): Promise<string> {
  const by = operator()
  const publicKey = await readKey(command)
  actAsOwnerOf(releasesDir)
  if (command.do === 'list') return list(await listTokens(releasesDir), command.format)
  if (command.do === 'revoke') {
    const { id, name, label } = await revokeToken(releasesDir, command.id, by)
    return `Token ${id} of ${name} (${label}) is revoked.`
  }
  const { name, label } = command
  const { id, token } = await createToken(releasesDir, { name, label, createdBy: by, ...publicKey })
  return `Token ${id} may release ${name}. It is shown only now; the team sets AANGAN_TOKEN to it:\n${token}`
}

async function readKey(command: TokensCommand): Promise<{ publicKey?: string }> {
  if (command.do !== 'create' || command.keyFile === undefined) return {}
  return { publicKey: await readFile(command.keyFile, 'utf8') }
}

/** What root writes, the registry's user could not read. */
function actAsOwnerOf(folder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}

function list(tokens: ListedToken[], format: 'table' | 'json'): string {
  if (format === 'json') return JSON.stringify(tokens, null, 2)
  return tokens.length === 0 ? 'No tokens.' : tokens.map(line).join('\n')
}

function line({ id, name, label, createdAt, createdBy, lastUsedAt, publicKey }: ListedToken): string {
  const used = lastUsedAt === null ? 'never used' : `used ${lastUsedAt}`
  return [
    `${id}  ${name}  ${label}`,
    `created ${createdAt} by ${createdBy}`,
    used,
    ...(publicKey ? ['signed'] : []),
  ].join(', ')
}

/** A container's user may have no name. */
function operator(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}
