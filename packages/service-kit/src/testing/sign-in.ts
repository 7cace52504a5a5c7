import type { Audience } from '@aangan/contracts/services'
import { type Identity, type IdentitySigner, openMint } from '../identity.ts'

const SESSION = '0'.repeat(64)

/** The gateway's side of signing in, before the service `to`. */
export function createSignIn(keys: IdentitySigner, to: Audience) {
  const mint = openMint(keys)
  const identityAt = (at: Audience, id: string, session = SESSION): Identity => ({
    id,
    session,
    token: mint({ id, session }, at),
  })
  return {
    /** What verifies these identities. */
    verifier: { publicKeys: keys.publicKeys },
    /** As another service has it, which asks `to` on the bus. */
    identityAt,
    headersOf: (id: string, session?: string) => ({ authorization: `Bearer ${identityAt(to, id, session).token}` }),
  }
}
