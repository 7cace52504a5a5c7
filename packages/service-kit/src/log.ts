import { type DestinationStream, type Logger, pino } from 'pino'

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const SECRET_PATHS = [
  ...['headers.authorization', 'headers.cookie', '*.headers.authorization', '*.headers.cookie'],
  // Of an identity.
  ...['token', '*.token'],
]

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

/** Hides `token`, which proves access to a mailbox, and `sid`, which identifies a polling socket. */
function withoutToken(url: string): string {
  return url.replaceAll(/([?&](?:token|sid)=)[^&#]*/gi, '$1[hidden]')
}
