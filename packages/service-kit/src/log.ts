import { writeSync } from 'node:fs'
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
  return pino(settings, options.destination ?? STDOUT)
}

/** Pino's own ends the process with an unhandled error if its file is on a full disk. */
const STDOUT: DestinationStream = {
  write(line) {
    try {
      writeSync(process.stdout.fd, line)
    } catch (error) {
      // Another process has made the pipe non-blocking, and it is full: Node waits for it.
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') process.stdout.write(line)
      // Otherwise the line is lost; /healthz says that the disk is full.
    }
  },
}

/** Hides `token`, which proves access to a mailbox, and `sid`, which identifies a polling socket. */
function withoutToken(url: string): string {
  return url.replaceAll(/([?&](?:token|sid)=)[^&#]*/gi, '$1[hidden]')
}
