import { Type } from 'typebox'
import type { App } from './app.ts'
import { DISK_FULL, isDiskFull } from './disk.ts'
import { AppError, isAppError } from './errors.ts'

/** Resolves with what else the response says, such as which other parts are away. */
export type Ready = () => Promise<void> | Promise<Record<string, string>>

const Health = Type.Object({
  status: Type.Literal('ok'),
  parts: Type.Optional(Type.Record(Type.String(), Type.String())),
})

/**
 * An unavailable part makes the process unready (`/healthz`), never dead (`/livez`). Only AppError messages are
 * exposed: others may contain an address.
 */
export function addHealth(app: App, ready: Ready): void {
  const schema = { response: { 200: Health }, hide: true }
  app.get('/livez', { schema }, async () => ({ status: 'ok' as const }))
  app.get('/healthz', { schema }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const parts = await check(ready)
    return { status: 'ok' as const, ...(parts && { parts }) }
  })
}

async function check(ready: Ready): Promise<Record<string, string> | undefined> {
  try {
    return (await ready()) ?? undefined
  } catch (cause) {
    throw isAppError(cause) ? cause : new AppError('UNAVAILABLE', 'Not ready: see the log for the reason', { cause })
  }
}

/** Ready while all these parts respond. The error names those that do not; its cause, for the log, says why. */
export function allAnswer(parts: Record<string, { ping(): Promise<void> }>): Ready {
  return async () => {
    const names = Object.keys(parts)
    const outcomes = await Promise.allSettled(Object.values(parts).map((part) => part.ping()))
    const away = outcomes.flatMap((outcome, at) =>
      outcome.status === 'rejected' ? [{ name: names[at] ?? '', error: outcome.reason as unknown }] : [],
    )
    if (away.length === 0) return
    const why = away.map(({ name, error }) => `${name}: ${reasonOf(error)}`).join('; ')
    const cause = new AggregateError(
      away.map(({ error }) => error),
      why,
    )
    const named = away.map(({ name, error }) => (isDiskFull(error) ? `${name} (its disk is full)` : name)).join(', ')
    throw new AppError('UNAVAILABLE', `Not ready: ${named}`, { cause, ...(isDiskFull(cause) && { status: DISK_FULL }) })
  }
}

/** Includes causes, since the message of an AppError holds only what visitors may read. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} (${reasonOf(error.cause)})`
}
