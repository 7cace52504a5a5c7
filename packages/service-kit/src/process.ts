import type { Logger } from 'pino'
import { Type } from 'typebox'
import { ConfigError, readConfig } from './config.ts'
import { isDiskFull, withAdvice } from './disk.ts'
import { isAppError } from './errors.ts'
import { createLog, LOG_LEVELS } from './log.ts'
import { createMetrics, type Metrics, serveMetrics } from './metrics.ts'
import { isStoreUnavailable } from './store/store.ts'

const ProcessConfig = Type.Object({
  LOG_LEVEL: Type.Enum(LOG_LEVELS, { default: 'info' }),
  METRICS_HOST: Type.String({ default: '127.0.0.1' }),
  METRICS_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
  STOP_DEADLINE_MS: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000 })),
})

const STOP_DEADLINE_MS = 10_000
/** npm forwards a signal that the terminal, or a supervisor, has already sent to this process. */
const SAME_SIGNAL_MS = 500

export interface ProcessContext {
  env: Record<string, string | undefined>
  log: Logger
  metrics: Metrics
  /** Runs `close` when the process stops or fails to start, in reverse order of registration. */
  onStop(close: () => Promise<unknown>): void
}

/**
 * Serves METRICS_PORT if set; stops gracefully on SIGINT and SIGTERM, within STOP_DEADLINE_MS; during the start, once
 * that has ended. A failed start exits with code 1, and prints one line on stderr if the operator can fix the cause.
 */
export async function runProcess(
  name: string,
  start: (context: ProcessContext) => Promise<unknown>,
  { stopDeadlineMs }: { stopDeadlineMs?: number } = {},
): Promise<void> {
  const closers: (() => Promise<unknown>)[] = []
  const onStop = (close: () => Promise<unknown>) => void closers.push(close)
  const { env } = process
  try {
    const config = readConfig(ProcessConfig, env)
    const log = createLog({ level: config.LOG_LEVEL }).child({ process: name })
    const metrics = createMetrics()
    logCrashes(log)
    const stopped = stopSignal(log, config.STOP_DEADLINE_MS ?? stopDeadlineMs ?? STOP_DEADLINE_MS)
    if (config.METRICS_PORT !== undefined) {
      const server = await serveMetrics(metrics, { host: config.METRICS_HOST, port: config.METRICS_PORT })
      onStop(() => server.close())
    }
    // Not closed while it starts: a server that is closed before it listens would listen after all.
    const starting = start({ env, log, metrics, onStop })
    await Promise.race([starting, stopped])
    stopped
      .then(() => starting.catch((err: unknown) => log.debug({ err }, 'startup failed after a stop signal')))
      .then(() => closeAll(closers))
      .catch((err: unknown) => {
        log.error({ err }, 'shutdown failed')
        process.exitCode = 1
      })
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${name}: ${failureOf(error)}\n`)
    await closeAll(closers).catch((cause: unknown) => process.stderr.write(`${name}: ${failureOf(cause)}\n`))
  }
}

function logCrashes(log: Logger): void {
  process.on('uncaughtExceptionMonitor', (err, origin) => log.fatal({ err, origin }, 'crashed'))
}

/** Resolves with the first SIGINT or SIGTERM; a second one, or `deadlineMs`, ends the process. */
function stopSignal(log: Logger, deadlineMs: number): Promise<void> {
  return new Promise((resolve) => {
    let stoppedAt: number | null = null
    const stop = (signal: NodeJS.Signals) => {
      if (stoppedAt !== null && performance.now() - stoppedAt < SAME_SIGNAL_MS) return
      if (stoppedAt !== null) process.exit(1)
      stoppedAt = performance.now()
      log.info({ signal }, 'stopping')
      // Unreferenced: it only ends a process that something else keeps alive.
      setTimeout(() => {
        log.error({ deadlineMs }, 'shutdown did not finish in time')
        process.exit(1)
      }, deadlineMs).unref()
      resolve()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
}

/** A failure does not keep others open. Throws an AggregateError of all failures. */
async function closeAll(closers: (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (let close = closers.pop(); close; close = closers.pop()) {
    await close().catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some parts did not stop cleanly')
}

const FIXABLE: Record<string, string> = {
  EADDRINUSE: 'is already in use: stop the other process or choose another',
  EACCES: 'is not accessible to this user: grant access or choose another',
  EADDRNOTAVAIL: 'cannot be opened: set HOST or METRICS_HOST to an address of this machine',
  ENOTFOUND: 'is not the name of a machine: correct the variable that names it',
  EROFS: 'is on a read-only disk: choose another location',
  ENOTDIR: 'is not a folder: choose another location',
  ENOENT: 'does not exist: create it, or correct the variable that names it',
  EISDIR: 'is a folder: choose another location',
  EPERM: 'is not accessible to this user: grant access or choose another',
}

interface NetworkFacts {
  address?: string
  port?: number
  hostname?: string
}

/** One line if the operator can fix it, the stack if only we can. */
function failureOf(error: unknown): string {
  if (error instanceof ConfigError || isAppError(error)) return error.message
  if (!(error instanceof Error)) return String(error)
  if (isDiskFull(error)) return `the disk is full (${error.message}): free some space, then start again`
  if (isStoreUnavailable(error)) return withAdvice(`a store cannot be used: ${error.message}`, error)
  const { code = '', syscall, address, port, path, hostname } = error as NodeJS.ErrnoException & NetworkFacts
  const what = path ?? hostname ?? (port === undefined || port < 0 ? address : `port ${port} on ${address}`)
  if (FIXABLE[code] && what) return `${what} ${FIXABLE[code]}`
  // The system has refused something: our code is not the reason.
  return syscall === undefined ? (error.stack ?? error.message) : error.message
}
