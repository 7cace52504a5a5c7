import { ErrorBody } from '@aangan/contracts/errors'
import { OutcomeReport } from '@aangan/contracts/outcomes'
import { OUTCOMES_URL } from '@aangan/contracts/page'
import { clientOf } from '@aangan/service-kit/client'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import type { CanaryWatch } from './watch.ts'

const MOST_BYTES = 1_024

/** Also what nobody needs to know is accepted: a page may be older than the canary's end. */
export function addOutcomeRoutes(app: App, watch: CanaryWatch): void {
  const schema = {
    summary: 'Reports what became of a remote that has a canary',
    body: OutcomeReport,
    response: { 204: Type.Null(), '4xx': ErrorBody },
  }
  app.post(OUTCOMES_URL, { schema, bodyLimit: MOST_BYTES }, async (request, reply) => {
    await watch.record(request.body, clientOf(request).address)
    return reply.code(204).send(null)
  })
}
