import { Agent, request } from 'node:http'
import { constants, setPriority } from 'node:os'

// The site, not its load generator, should have the processor: both share two cores.
setPriority(constants.priority.PRIORITY_LOW)

/** Keeps `connections` requests in flight until `requests` are sent or `ms` have passed; replies with statuses. */
process.on('message', async (/** @type {import('./attack.ts').Attack} */ attack) => {
  const { port, address, connections, requests, ms } = attack
  const calls = attack.calls.map(({ body, ...call }) => ({ ...call, body: body && Buffer.from(body, 'base64') }))
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const until = performance.now() + ms
  /** @type {Record<string, number>} */
  const statuses = {}
  let sent = 0
  async function keepSending() {
    while (sent < requests && performance.now() < until) {
      const call = calls[sent % calls.length]
      sent += 1
      const status = await send({ host: '127.0.0.1', port, localAddress: address, agent, ...call })
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: connections }, keepSending))
  agent.destroy()
  process.send?.({ statuses })
})

/**
 * @param {import('node:http').RequestOptions & { body?: string | Buffer }} call
 * @returns {Promise<string>} the status, or the code of the error
 */
function send({ body, ...options }) {
  return new Promise((resolve) => {
    const sending = request(options, (response) => {
      response.resume()
      response.on('close', () => resolve(String(response.statusCode)))
    })
    sending.on('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    sending.end(body)
  })
}
