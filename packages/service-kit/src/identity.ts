import { type Audience, audiencesOf } from '@aangan/contracts/services'
import { createSigner, createVerifier } from 'fast-jwt'
import type { App } from './app.ts'
import { AppError } from './errors.ts'

export interface Identity {
  id: string
  /** Hash of the session token. */
  session: string
  /**
   * Proves this identity for up to five minutes to the service it was sent to, and to whom that one may ask on the bus
   * (`askersOf`); a secret.
   */
  token: string
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

/**
 * An invalid token, or one for another service than `name`, throws NOT_AUTHENTICATED. Without a verifier tokens are
 * ignored: the gateway trusts none.
 */
export function readIdentity(app: App, name: string, verifier?: IdentityVerifier): void {
  app.decorateRequest('identity', null)
  app.decorateRequest('isIdentityKnown', true)
  if (!verifier) return
  const identify = openIdentify(verifier, [name])
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { authorization, [IDENTITY_HEADER]: identity } = request.headers
    if (identity === 'unknown') request.isIdentityKnown = false
    if (authorization !== undefined) request.identity = identify(authorization)
    done()
  })
}

const ALGORITHM = 'EdDSA'

/**
 * Returns the identity that an `Authorization` value proves, and throws NOT_AUTHENTICATED if it proves none to any of
 * `audiences`.
 */
export function openIdentify(
  { publicKeys }: IdentityVerifier,
  audiences: readonly string[],
): (authorization: string) => Identity {
  const verifiers = publicKeys.map((key) =>
    createVerifier({
      key,
      algorithms: [ALGORITHM],
      allowedIss: ISSUER,
      allowedAud: [...audiences],
      requiredClaims: ['exp', 'sub', 'sid', 'aud'],
      // Checking a signature costs ten times as much as the cache. Expired tokens are rejected all the same.
      cache: CACHED_TOKENS,
    }),
  )
  return (authorization) => {
    const [, token] = /^Bearer ([\w.-]+)$/i.exec(authorization) ?? []
    if (!token) throw notAuthenticated()
    let failure: unknown
    for (const verify of verifiers) {
      try {
        const { sub, sid } = verify(token)
        return { id: sub, session: sid, token }
      } catch (error) {
        failure = error
      }
    }
    throw notAuthenticated({ cause: failure })
  }
}

/**
 * Returns a function that signs tokens, each for one service, and valid until `expiresAt` (epoch milliseconds, counted
 * in whole seconds): at most five minutes.
 */
export function openMint({ privateKey }: IdentitySigner) {
  const sign = createSigner({ algorithm: ALGORITHM, key: privateKey, iss: ISSUER })
  return ({ id, session }: Omit<Identity, 'token'>, to: Audience, expiresAt = Date.now() + LIFETIME_MS): string =>
    sign({ sub: id, sid: session, aud: audiencesOf(to), exp: Math.floor(expiresAt / 1_000) })
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
