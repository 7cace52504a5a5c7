import { DEPLOY_TOKEN_HEADER } from '@aangan/contracts/services'
import { clientOf } from '@aangan/service-kit/client'
import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import { countInWindows } from '@aangan/service-kit/windows'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../releases/audit.ts'
import { type DeployToken, findToken, nameOf } from './tokens.ts'

/** Wrong tokens of one address. */
const WINDOW_MS = 15 * 60_000
export const WRONG_TOKENS = 60
/** Deploys and changes of one token: each is a line of the audit log, and a release stays for a week at least. */
export const CHANGES = 200
/** Changes nothing. */
export const CHECK = '/releases/:name/check'
const HOUR_MS = 3_600_000

/** What to do without the right token. */
const HOW =
  'Set AANGAN_TOKEN, or send Authorization: Bearer …, with the one of this remote, which the operators of the site make.'

declare module 'fastify' {
  interface FastifyRequest {
    deployToken: DeployToken | null
  }
}

/**
 * For every route of `scope`, before the body is read: throws NOT_AUTHENTICATED without a valid token,
 * TOO_MANY_REQUESTS after many wrong ones or changes, and FORBIDDEN for one of another remote than the `name` in the path.
 */
export function requireDeployToken(scope: App, releasesDir: string): void {
  // Right tokens are not counted and pass: 256 random bits cannot be guessed, and CI systems share addresses.
  const countWrong = countInWindows({ limit: WRONG_TOKENS, windowMs: WINDOW_MS })
  const countChanges = countInWindows({ limit: CHANGES, windowMs: HOUR_MS })
  scope.decorateRequest('deployToken', null)
  scope.addHook('preParsing', async (request) => {
    const token = await findToken(releasesDir, bearerOf(request))
    const { name } = request.params as { name: string }
    const isOther = token?.name !== name
    const wrongMs = isOther ? countWrong(clientOf(request).address) : 0
    if (token === null || wrongMs > 0) throw refusal(wrongMs)
    // Those that are refused, too: each is a line of the audit log, and comes perhaps from another address.
    const waitMs = isOther || isChange(request) ? countChanges(token.id) : 0
    if (waitMs > 0) throw tooManyChanges(waitMs)
    if (isOther) await refuseOther(releasesDir, token, name)
    request.deployToken = token
  })
}

/** Set by `requireDeployToken`. */
export function deployTokenOf({ deployToken }: FastifyRequest): DeployToken {
  if (deployToken === null) throw new Error('a route of releases has no token')
  return deployToken
}

function isChange({ method, routeOptions }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && routeOptions.url !== CHECK
}

function tooManyChanges(waitMs: number): AppError {
  const retryAfterS = Math.ceil(waitMs / 1_000)
  return new AppError('TOO_MANY_REQUESTS', `This token has made ${CHANGES} changes within an hour. Try again later.`, {
    retryAfterS,
  })
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]+)$/i.exec(String(headers[DEPLOY_TOKEN_HEADER] ?? ''))?.[1]
}

function refusal(waitMs: number): AppError {
  const retryAfterS = Math.ceil(waitMs / 1_000)
  if (waitMs > 0)
    return new AppError('TOO_MANY_REQUESTS', 'Too many wrong deploy tokens from this address. Check AANGAN_TOKEN.', {
      retryAfterS,
    })
  return new AppError('NOT_AUTHENTICATED', `The deploy token is missing, wrong or revoked. ${HOW}`)
}

/** The same whether there is such a remote or not. */
async function refuseOther(releasesDir: string, token: DeployToken, name: string): Promise<never> {
  const why = `${nameOf(token)} is not for ${name.slice(0, 64)}`
  await writeAudit(releasesDir, { by: nameOf(token), action: 'refused', name: token.name, why })
  throw new AppError('FORBIDDEN', `This deploy token is for ${token.name} only. ${HOW}`)
}
