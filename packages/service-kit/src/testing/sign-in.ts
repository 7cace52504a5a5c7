import { type IdentitySigner, mintToken, registerJwt } from '../identity.ts'
import { createServer } from '../server.ts'
import { serverParts } from './server-parts.ts'

export async function createSignIn(keys: IdentitySigner) {
  const gateway = createServer({
    name: 'gateway',
    parts: { ...serverParts(), identity: undefined },
    ready: async () => {},
  })
  registerJwt(gateway, keys)
  await gateway.ready()
  return {
    headersOf: (id: string, session = '0'.repeat(64)) => ({
      authorization: `Bearer ${mintToken(gateway, { id, session })}`,
    }),
    close: () => gateway.close(),
  }
}
