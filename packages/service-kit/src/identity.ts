import jwt from '@fastify/jwt'
import type { App } from './app.ts'
import { AppError } from './errors.ts'

/** Who a request comes from, as the gateway's short-lived token says. */
export interface Identity {
  id: string
}

/** What a service needs to check such a token: the Ed25519 public key, PEM. */
export interface IdentityVerifier {
  publicKey: string
}

/** What the gateway alone holds: the key that signs. */
export interface IdentitySigner extends IdentityVerifier {
  privateKey: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a visitor. */
    identity: Identity | null
  }
}

const ISSUER = 'aangan-gateway'
const LIFETIME = '5m'
const CACHED_TOKENS = 10_000

/**
 * Sets `request.identity` from `Authorization: Bearer`; a token that does not hold is NOT_AUTHENTICATED. Without a
 * verifier, every request is a visitor's and the header is ignored: the gateway believes no token from outside.
 */
export function readIdentity(app: App, verifier?: IdentityVerifier): void {
  app.decorateRequest('identity', null)
  if (!verifier) return
  registerJwt(app, verifier)
  app.addHook('preParsing', async (request) => {
    const header = request.headers.authorization
    if (header !== undefined) request.identity = { id: subjectOf(app, header) }
  })
}

/** Opens `app.jwt` with our algorithm, issuer and lifetime; it can sign only where the private key is. */
export function registerJwt(app: App, keys: IdentityVerifier | IdentitySigner): void {
  const secret = { public: keys.publicKey, ...('privateKey' in keys ? { private: keys.privateKey } : {}) }
  const sign = { algorithm: 'EdDSA' as const, iss: ISSUER, expiresIn: LIFETIME }
  const allow = { algorithms: ['EdDSA' as const], allowedIss: ISSUER, requiredClaims: ['exp', 'sub'] }
  // Checking a signature costs ten times what the cache does; the cache lets a token go when it expires.
  app.register(jwt, { secret, sign, verify: { ...allow, cache: CACHED_TOKENS }, decoratorName: 'tokenClaims' })
}

/** Makes a token that says who somebody is, good for five minutes. `app` needs the private key (registerJwt). */
export function mintToken(app: App, identity: Identity): string {
  return app.jwt.sign({ sub: identity.id })
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
