import { AppError } from '@aangan/service-kit/errors'
import type { Route } from './upstreams.ts'

const TIME_LIMIT_MS = 2_000

/** Throws UNAVAILABLE naming every service that is not ready; all are asked at once. */
export async function allReady(routes: Route[]): Promise<void> {
  const complaints = (await Promise.all(routes.map(complaintOf))).filter((complaint) => complaint !== undefined)
  if (complaints.length > 0) throw new AppError('UNAVAILABLE', `Not ready: ${complaints.join('; ')}`)
}

async function complaintOf({ name, upstream }: Route): Promise<string | undefined> {
  try {
    const { status, body } = await upstream.get('/healthz', { timeoutMs: TIME_LIMIT_MS })
    return status === 200 ? undefined : `${name} (${messageIn(body)})`
  } catch (error) {
    return `${name} (${error instanceof Error ? error.message : String(error)})`
  }
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
