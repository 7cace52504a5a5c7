import jwt from '@fastify/jwt'
import type { App } from './app.ts'
import { AppError } from './errors.ts'

/** Who a request comes from, as the gateway's short-lived token says. */
export interface Identity {
  id: string
  /** The session that the request came with, by its hash. */
  session: string
}

/** What a service needs to check such a token: Ed25519 public keys, PEM. More than one while keys change. */
export interface IdentityVerifier {
  publicKeys: readonly [string, ...string[]]
}

/** What the gateway alone holds: the key that signs. Its public part is the first. */
export interface IdentitySigner extends IdentityVerifier {
  privateKey: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a visitor. */
    identity: Identity | null
    /** False where the gateway could not ask who the request is from; `identity` is null then. */
    isIdentityKnown: boolean
  }
}

const ISSUER = 'aangan-gateway'
/** How long a token is good. */
export const LIFETIME_MS = 5 * 60_000
/** So many tokens are remembered, whether they are still good or not: 5 MB at most. */
export const CACHED_TOKENS = 10_000

/** The header by which the gateway says that it could not find out who a request is from. */
export const IDENTITY_HEADER = 'x-aangan-identity'

/**
 * Sets `request.identity` from `Authorization: Bearer`; a token that does not hold is NOT_AUTHENTICATED. Without a
 * verifier, every request is a visitor's and the header is ignored: the gateway believes no token from outside.
 */
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

/** One for each key, in a scope of its own; a token is good if one of the keys signed it. */
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
    // Checking a signature costs ten times what the cache does. A token that has expired is refused all the same.
    cache: CACHED_TOKENS,
  },
  decoratorName: 'tokenClaims',
}

/** Opens `app.jwt` with our algorithm, issuer and lifetime, for `mintToken`. */
export function registerJwt(app: App, { publicKeys: [current], privateKey }: IdentitySigner): void {
  app.register(jwt, { ...OPTIONS, secret: { public: current, private: privateKey } })
}

/** Makes a token that says who somebody is, good for five minutes. `app` needs the private key (registerJwt). */
export function mintToken(app: App, identity: Identity): string {
  return app.jwt.sign({ sub: identity.id, sid: identity.session })
}

/** Who a request is from. Throws NOT_AUTHENTICATED for a visitor's. */
export function requireIdentity({ identity }: { identity: Identity | null }): Identity {
  if (identity === null) throw notAuthenticated()
  return identity
}

/** For `preValidation`: a visitor is refused before anybody looks at the body. */
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
