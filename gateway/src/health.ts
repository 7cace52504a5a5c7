import { AppError } from '@aangan/service-kit/errors'
import type { Parts } from '@aangan/service-kit/parts'
import type { Route } from './upstreams.ts'

const TIME_LIMIT_MS = 2_000

/** Throws UNAVAILABLE naming every service that is not ready; why is for the log, since anybody may ask. */
export async function allReady(routes: Route[], log: Parts['log']): Promise<void> {
  const asked = await Promise.all(routes.map(async (route) => ({ service: route.name, reason: await reasonOf(route) })))
  const away = asked.filter(({ reason }) => reason !== null)
  for (const one of away) log.warn(one, 'a service is not ready')
  if (away.length > 0) throw new AppError('UNAVAILABLE', `Not ready: ${away.map(({ service }) => service).join(', ')}`)
}

/** Null for one that is ready. */
async function reasonOf({ upstream }: Route): Promise<string | null> {
  try {
    const { status, body } = await upstream.get('/healthz', { timeoutMs: TIME_LIMIT_MS })
    return status === 200 ? null : messageIn(body)
  } catch (error) {
    return error instanceof Error ? `${error.message} ${causeOf(error)}` : String(error)
  }
}

function causeOf({ cause }: Error): string {
  return cause instanceof Error ? `(${cause.message})` : ''
}

function messageIn(body: Buffer): string {
  const answer: unknown = JSON.parse(body.toString('utf8'))
  return String(Object(answer).message ?? 'gives no reason')
}

/** Makes callers who come while an answer is on its way share it, so that probes cannot multiply into the services. */
export function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let underway: Promise<T> | undefined
  return () => {
    underway ??= ask().finally(() => {
      underway = undefined
    })
    return underway
  }
}
