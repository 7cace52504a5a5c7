import { Type } from 'typebox'
import type { App } from './app.ts'
import { AppError, isAppError } from './errors.ts'

export type Ready = () => Promise<void>

const Health = Type.Object({ status: Type.Literal('ok') })

/**
 * `/livez` says that the process runs, `/healthz` that it can answer: a part that is away makes it unready (send no
 * requests), never dead (do not restart it).
 */
export function addHealth(app: App, ready: Ready): void {
  const schema = { response: { 200: Health }, hide: true }
  app.get('/livez', { schema }, async () => ({ status: 'ok' as const }))
  app.get('/healthz', { schema }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    await ready().catch((cause: unknown) => {
      throw isAppError(cause) ? cause : new AppError('UNAVAILABLE', `Not ready: ${reasonOf(cause)}`, { cause })
    })
    return { status: 'ok' as const }
  })
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error && cause.message ? cause.message : String(cause)
}
