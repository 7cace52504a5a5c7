import { type DestinationStream, type Logger, pino } from 'pino'

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Headers that say who somebody is: never in a log. */
const SECRET_PATHS = ['headers.authorization', 'headers.cookie', '*.headers.authorization', '*.headers.cookie']

/**
 * The logger of one process: a JSON line for each entry on stdout. Parts of the process take `log.child({ service })`.
 */
export function createLog(options: { level?: LogLevel; destination?: DestinationStream } = {}): Logger {
  const settings = {
    level: options.level ?? 'info',
    base: { pid: process.pid },
    redact: { paths: SECRET_PATHS, censor: '[hidden]' },
    serializers: { url: withoutToken },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return options.destination ? pino(settings, options.destination) : pino(settings)
}

/** The link in a mail for a new password carries what proves that one has read it; a poll, whose socket it is. */
function withoutToken(url: string): string {
  return url.replaceAll(/([?&](?:token|sid)=)[^&#]*/gi, '$1[hidden]')
}
