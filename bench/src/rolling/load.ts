import { Agent, request } from 'node:http'

export interface Call {
  /** The part that serves it. */
  name: string
  path: string
  headers?: Record<string, string>
  /** Makes it a POST. */
  json?: () => object
}

export interface Tally {
  sent: number
  /** By the call and its outcome, in words. */
  failedAtFirst: Map<string, number>
  failedTwice: Map<string, number>
}

const AT_ONCE = 12

/** Repeats the calls over kept connections until `stop`; each that fails is sent once more. */
export function startLoad(port: number, calls: Call[]): { stop(): Promise<Tally> } {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const tally: Tally = { sent: 0, failedAtFirst: new Map(), failedTwice: new Map() }
  let isStopped = false

  async function work(offset: number): Promise<void> {
    for (let at = offset; !isStopped; at += 1) {
      const call = calls[at % calls.length] as Call
      tally.sent += 1
      const problem = await problemOf(port, agent, call)
      if (problem === null) continue
      note(tally.failedAtFirst, call, problem)
      const again = await problemOf(port, agent, call)
      if (again !== null) note(tally.failedTwice, call, again)
    }
  }
  const working = Array.from({ length: AT_ONCE }, (_, offset) => work(offset))
  return {
    async stop() {
      isStopped = true
      await Promise.all(working)
      agent.destroy()
      return tally
    },
  }
}

function note(counts: Map<string, number>, { name }: Call, problem: string): void {
  const key = `${name}: ${problem}`
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Null for a response below 500. */
function problemOf(port: number, agent: Agent, { path, headers, json }: Call): Promise<string | null> {
  const body = json === undefined ? undefined : JSON.stringify(json())
  const all = { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) }
  return new Promise((resolve) => {
    const asking = request({ port, path, agent, method: body === undefined ? 'GET' : 'POST', headers: all })
    asking.once('error', (error) => resolve(error.message))
    asking.once('response', (answer) => {
      const status = answer.statusCode ?? 0
      answer.resume().once('close', () => resolve(!answer.complete ? 'broke off' : status < 500 ? null : `${status}`))
    })
    asking.end(body)
  })
}
