import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const COOKIE = 'test-user'

export interface SignInProxy {
  url: string
  stop(): void
}

/** The cookie that signs a test's browser in. */
export function cookieOf(userId: string, url: string) {
  return { name: COOKIE, value: userId, url }
}

/**
 * Stands between the gateway and a service, where people are not signed in yet: a request with our cookie gets the token
 * of whom it names.
 */
export async function startSignInProxy(target: string, tokenOf: (userId: string) => string): Promise<SignInProxy> {
  const server = createServer((request, response) => {
    const [, id] = new RegExp(`\\b${COOKIE}=([0-9a-f]{24})`).exec(request.headers.cookie ?? '') ?? []
    const headers = { ...request.headers, ...(id && { authorization: `Bearer ${tokenOf(id)}` }) }
    const passed = ask(target + request.url, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}
