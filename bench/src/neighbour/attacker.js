import { Agent, request } from 'node:http'
import { setPriority } from 'node:os'

// The site, not its load generator, should have the processor: both share two cores.
setPriority(10)

/** Keeps `connections` requests in flight until `requests` are sent or `ms` have passed; replies with statuses. */
process.on('message', async ({ port, address, connections, requests, ms, calls }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const until = performance.now() + ms
  const statuses = {}
  let sent = 0
  async function keepSending() {
    while (sent < requests && performance.now() < until) {
      const call = calls[sent++ % calls.length]
      const status = await send({ host: '127.0.0.1', port, localAddress: address, agent, ...call })
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: connections }, keepSending))
  agent.destroy()
  process.send({ statuses })
})

function send({ body, ...options }) {
  return new Promise((resolve) => {
    const sending = request(options, (response) => {
      response.resume()
      response.on('close', () => resolve(response.statusCode))
    })
    sending.on('error', (error) => resolve(error.code))
    sending.end(body === undefined ? undefined : Buffer.from(body, 'base64'))
  })
}
