import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const PAUSE_MS = 5

/** Response times in milliseconds. */
export interface Waits {
  search: number[]
  page: number[]
}

/** Another visitor, at another address: searches and opens pages alternately, until `over` resolves. */
export async function visit(port: number, address: string, over: Promise<unknown>, waits: Waits): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let isOver = false
  const ended = over.finally(() => {
    isOver = true
  })
  for (let n = 0; !isOver; n += 1) {
    const [kind, path] = PLAN[n % PLAN.length] ?? ['page', '/']
    const started = performance.now()
    const status = await get({ host: '127.0.0.1', port, localAddress: address, agent, path })
    const tookMs = performance.now() - started
    if (status !== 200) throw new Error(`${path} returned ${status} to the other visitor`)
    waits[kind].push(tookMs)
    await pause(PAUSE_MS)
  }
  await ended
  agent.destroy()
}

const CITIES = ['Pune', 'Mumbai', 'Bengaluru', 'Chennai', 'Hyderabad']
const PLAN = CITIES.flatMap((city, n): [keyof Waits, string][] => [
  ['search', `/posts?city=${city}&type=${n % 2 ? 'rent' : 'buy'}&limit=20`],
  ['page', `/list?city=${city}`],
])

function get(options: object): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sending = request(options, (response: IncomingMessage) => {
      response.resume()
      response.on('close', () => resolve(response.statusCode))
    })
    sending.on('error', reject)
    sending.end()
  })
}
