import jwt from '@fastify/jwt'
import { AppError } from './errors.ts'
import type { App } from './server.ts'

/** Who a request comes from, as the gateway's short-lived token says. */
export interface Identity {
  id: string
}

/** What a service needs to check such a token: the Ed25519 public key, PEM. */
export interface IdentityVerifier {
  publicKey: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a visitor. */
    identity: Identity | null
  }
}

const ISSUER = 'aangan-gateway'
const CACHED_TOKENS = 10_000

/** Sets `request.identity` from `Authorization: Bearer`; a token that does not hold is NOT_AUTHENTICATED. */
export function readIdentity(app: App, { publicKey }: IdentityVerifier): void {
  app.decorateRequest('identity', null)
  // Checking an Ed25519 signature costs ten times what the cache does; the cache forgets a token when it expires.
  const verify = {
    algorithms: ['EdDSA' as const],
    allowedIss: ISSUER,
    requiredClaims: ['exp', 'sub'],
    cache: CACHED_TOKENS,
  }
  app.register(jwt, { secret: { public: publicKey }, verify, decoratorName: 'tokenClaims' })
  app.addHook('onRequest', async (request) => {
    const header = request.headers.authorization
    if (header === undefined) return
    request.identity = { id: subjectOf(app, header) }
  })
}

function subjectOf(app: App, header: string): string {
  const [, token] = /^Bearer ([\w.-]+)$/i.exec(header) ?? []
  if (!token) throw new AppError('NOT_AUTHENTICATED', 'Not Authenticated!')
  try {
    return app.jwt.verify<{ sub: string }>(token).sub
  } catch (cause) {
    throw new AppError('NOT_AUTHENTICATED', 'Not Authenticated!', { cause })
  }
}

/** Makes tokens for people: held by the gateway alone. */
export interface IdentityMinter {
  mint(identity: Identity): string
}
