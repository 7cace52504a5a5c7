import jwt from '@fastify/jwt'
import type { App } from './app.ts'
import { AppError } from './errors.ts'

export interface Identity {
  id: string
  /** Hash of the session token. */
  session: string
}

/** Ed25519 public keys, PEM; several during key rotation. */
export interface IdentityVerifier {
  publicKeys: readonly [string, ...string[]]
}

/** Held by the gateway alone. The private key belongs to the first public key. */
export interface IdentitySigner extends IdentityVerifier {
  privateKey: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a visitor. */
    identity: Identity | null
    /** False if the gateway could not determine the identity; `identity` is null then. */
    isIdentityKnown: boolean
  }
}

const ISSUER = 'aangan-gateway'
export const LIFETIME_MS = 5 * 60_000
/** Expired tokens count too: 5 MB at most. */
export const CACHED_TOKENS = 10_000

/** `unknown` if the gateway could not determine the identity. */
export const IDENTITY_HEADER = 'x-aangan-identity'

/** An invalid token throws NOT_AUTHENTICATED. Without a verifier tokens are ignored: the gateway trusts none. */
export function readIdentity(app: App, verifier?: IdentityVerifier): void {
  app.decorateRequest('identity', null)
  app.decorateRequest('isIdentityKnown', true)
  if (!verifier) return
  const verify = openVerifiers(app, verifier)
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { authorization, [IDENTITY_HEADER]: identity } = request.headers
    if (identity === 'unknown') request.isIdentityKnown = false
    if (authorization !== undefined) request.identity = identityOf(verify, authorization)
    done()
  })
}

interface Claims {
  sub: string
  sid: string
}

type Verify = (token: string) => Claims

function openVerifiers(app: App, { publicKeys }: IdentityVerifier): Verify {
  const verifiers: Verify[] = []
  for (const key of publicKeys) {
    app.register(async (scope) => {
      await scope.register(jwt, { ...OPTIONS, secret: { public: key } })
      verifiers.push((token) => scope.jwt.verify<Claims>(token))
    })
  }
  return (token) => {
    let failure: unknown
    for (const verify of verifiers) {
      try {
        return verify(token)
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }
}

const OPTIONS = {
  sign: { algorithm: 'EdDSA' as const, iss: ISSUER, expiresIn: `${LIFETIME_MS}ms` },
  verify: {
    algorithms: ['EdDSA' as const],
    allowedIss: ISSUER,
    requiredClaims: ['exp', 'sub', 'sid'],
    // Checking a signature costs ten times as much as the cache. Expired tokens are rejected all the same.
    cache: CACHED_TOKENS,
  },
  decoratorName: 'tokenClaims',
}

export function registerJwt(app: App, { publicKeys: [current], privateKey }: IdentitySigner): void {
  app.register(jwt, { ...OPTIONS, secret: { public: current, private: privateKey } })
}

/** Valid for five minutes. Requires `registerJwt`. */
export function mintToken(app: App, identity: Identity): string {
  return app.jwt.sign({ sub: identity.id, sid: identity.session })
}

/** Throws NOT_AUTHENTICATED for a visitor. */
export function requireIdentity({ identity }: { identity: Identity | null }): Identity {
  if (identity === null) throw notAuthenticated()
  return identity
}

/** For `preValidation`: rejects visitors before the body is validated. */
export async function signedInOnly(request: { identity: Identity | null }): Promise<void> {
  requireIdentity(request)
}

function notAuthenticated(options?: ErrorOptions): AppError {
  return new AppError('NOT_AUTHENTICATED', 'Not Authenticated!', options)
}

function identityOf(verify: Verify, header: string): Identity {
  const [, token] = /^Bearer ([\w.-]+)$/i.exec(header) ?? []
  if (!token) throw notAuthenticated()
  try {
    const { sub, sid } = verify(token)
    return { id: sub, session: sid }
  } catch (cause) {
    throw notAuthenticated({ cause })
  }
}
