import { isAppError } from '@aangan/service-kit/errors'
import { addLabelledCounter, type Metrics } from '@aangan/service-kit/metrics'
import type { App } from '@aangan/service-kit/server'

/** Counts what the gateway's own limits refuse: the status alone does not say which one. */
export function countLimited(app: App, metrics: Metrics): void {
  const help = 'Requests refused with 429 by a limit of this gateway'
  const count = addLabelledCounter(metrics, { name: 'gateway_limited_total', label: 'limit', help })
  app.addHook('onError', async (_request, _reply, error) => {
    if (isAppError(error) && error.limit !== undefined) count(error.limit)
  })
}
