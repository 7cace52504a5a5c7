import { randomBytes } from 'node:crypto'
import type { IdentitySigner } from '@aangan/service-kit/identity'
import { createSignIn } from '@aangan/service-kit/testing/sign-in'

const AT_ONCE = 50

/** Sends a realtime node the tokens of `count` different people, which fills its token cache. */
export async function showTokens(url: string, keys: IdentitySigner, count: number): Promise<void> {
  const signIn = createSignIn(keys, 'realtime')
  let left = count
  const show = async () => {
    while (left > 0) {
      left -= 1
      const answer = await fetch(`${url}/nowhere`, { headers: signIn.headersOf(randomBytes(12).toString('hex')) })
      await answer.text()
      if (answer.status !== 404) throw new Error(`${url}/nowhere returned ${answer.status}, expected 404`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, show))
}
