import { type IdentitySigner, mintToken, registerJwt } from '../identity.ts'
import { createServer } from '../server.ts'
import { serverParts } from './server-parts.ts'

/** The gateway's side of signing people in, for tests of one service. */
export async function createSignIn(keys: IdentitySigner) {
  const gateway = createServer({
    name: 'gateway',
    parts: { ...serverParts(), identity: undefined },
    ready: async () => {},
  })
  registerJwt(gateway, keys)
  await gateway.ready()
  return {
    /** The header of a request that comes from this person. */
    headersOf: (id: string, session = '0'.repeat(64)) => ({
      authorization: `Bearer ${mintToken(gateway, { id, session })}`,
    }),
    close: () => gateway.close(),
  }
}
