import type { Logger } from 'pino'
import { Type } from 'typebox'
import { ConfigError, readConfig } from './config.ts'
import { isAppError } from './errors.ts'
import { createLog, LOG_LEVELS } from './log.ts'
import { createMetrics, type Metrics, serveMetrics } from './metrics.ts'

const ProcessConfig = Type.Object({
  LOG_LEVEL: Type.Enum(LOG_LEVELS, { default: 'info' }),
  METRICS_HOST: Type.String({ default: '127.0.0.1' }),
  METRICS_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
  STOP_DEADLINE_MS: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000 })),
})

const STOP_DEADLINE_MS = 10_000

export interface ProcessContext {
  env: Record<string, string | undefined>
  log: Logger
  metrics: Metrics
  /** Has `close` run when the process stops, or fails to start: the last one given first. */
  onStop(close: () => Promise<unknown>): void
}

/**
 * Runs one process of ours: gives `start` its environment, log and metrics; serves METRICS_PORT when set; stops
 * gracefully on SIGINT and SIGTERM, at the latest after STOP_DEADLINE_MS. A start that fails for a reason the operator
 * can mend prints one line on stderr; every failed start ends with exit code 1.
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
    stopOnSignals(log, closers, config.STOP_DEADLINE_MS ?? stopDeadlineMs ?? STOP_DEADLINE_MS)
    if (config.METRICS_PORT !== undefined) {
      const server = await serveMetrics(metrics, { host: config.METRICS_HOST, port: config.METRICS_PORT })
      onStop(() => server.close())
    }
    await start({ env, log, metrics, onStop })
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${name}: ${failureOf(error)}\n`)
    await closeAll(closers)
  }
}

/** A crash still ends the process as Node does it, but leaves a line in the log first. */
function logCrashes(log: Logger): void {
  process.on('uncaughtExceptionMonitor', (err, origin) => log.fatal({ err, origin }, 'crashed'))
}

function stopOnSignals(log: Logger, closers: (() => Promise<unknown>)[], deadlineMs: number): void {
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    // Not referenced: it ends only a process that something else keeps from ending.
    setTimeout(() => {
      log.error({ deadlineMs }, 'not everything stopped in time')
      process.exit(1)
    }, deadlineMs).unref()
    closeAll(closers).catch((err: unknown) => {
      log.error({ err }, 'stopping failed')
      process.exitCode = 1
    })
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** Closes in reverse order; one that fails keeps none of the others open. Throws what failed, together. */
async function closeAll(closers: (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (let close = closers.pop(); close; close = closers.pop()) {
    await close().catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some parts did not stop cleanly')
}

const MENDABLE: Record<string, string> = {
  EADDRINUSE: 'is taken by another process: stop that one or choose another',
  EACCES: 'may not be used by this user: give it the right or choose another',
  EADDRNOTAVAIL: 'is no address of this machine: choose another',
  EROFS: 'is on a read-only disk: choose another place',
  ENOTDIR: 'is not a folder: choose another place',
}

/** Says why a start failed: one line where the operator can mend it, the stack where only we can. */
function failureOf(error: unknown): string {
  if (error instanceof ConfigError || isAppError(error)) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code = '', address, port, path } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  const what = path ?? (port === undefined || port < 0 ? address : `port ${port} on ${address}`)
  return MENDABLE[code] && what ? `${what} ${MENDABLE[code]}` : (error.stack ?? error.message)
}
