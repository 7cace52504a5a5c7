import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ATTACKER = fileURLToPath(new URL('attacker.js', import.meta.url))

export interface Request {
  method: string
  path: string
  headers?: Record<string, string>
  /** Base64. */
  body?: string
}

export interface Attack {
  port: number
  /** Source address, in 127.0.0.0/8. */
  address: string
  connections: number
  /** At most, in at most `ms`. */
  requests: number
  ms: number
  /** Sent in turn. */
  calls: Request[]
}

export interface Attacker {
  /** Resolves with the number of responses by status, or by error code. */
  run(attack: Attack): Promise<Record<string, number>>
  stop(): Promise<void>
}

/** Sends requests from a process of its own, at a lower priority than the site's. */
export function startAttacker(): Attacker {
  const child = fork(ATTACKER, { execArgv: [] })
  return {
    async run(attack) {
      const replied = once(child, 'message')
      child.send(attack)
      const [{ statuses }] = await replied
      return statuses
    },
    stop: () => stop(child),
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
