import { AppError } from '@aangan/service-kit/errors'
import type { Parts } from '@aangan/service-kit/parts'
import type { Route } from './upstreams.ts'

const TIME_LIMIT_MS = 2_000

/** Throws UNAVAILABLE; the reasons go to the log only, since the endpoint is public. */
export async function allReady(routes: Route[], log: Parts['log']): Promise<void> {
  const checks = await Promise.all(
    routes.map(async (route) => ({ service: route.name, reason: await reasonOf(route) })),
  )
  const failed = checks.filter(({ reason }) => reason !== null)
  for (const check of failed) log.warn(check, 'a service is not ready')
  if (failed.length > 0)
    throw new AppError('UNAVAILABLE', `Not ready: ${failed.map(({ service }) => service).join(', ')}`)
}

/** Null if ready. */
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
  return String(Object(answer).message ?? 'no reason given')
}

/** Shares one in-flight call among concurrent callers, so that probes do not multiply into the services. */
export function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let inFlight: Promise<T> | undefined
  return () => {
    inFlight ??= ask().finally(() => {
      inFlight = undefined
    })
    return inFlight
  }
}
