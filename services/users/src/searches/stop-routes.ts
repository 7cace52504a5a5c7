import { ErrorBody } from '@aangan/contracts/errors'
import { StopBody, StoppedSearch } from '@aangan/contracts/saved-searches'
import { AppError } from '@aangan/service-kit/errors'
import { addOneClick } from '@aangan/service-kit/one-click'
import type { Parts } from '@aangan/service-kit/parts'
import type { App } from '@aangan/service-kit/server'
import { hashOf } from '@aangan/service-kit/tokens'
import { NEVER, type SearchDoc, withAlert } from './search.ts'
import type { SearchStore } from './search-store.ts'

const response = { 200: StoppedSearch, '4xx': ErrorBody }

type StopParts = { searches: SearchStore } & Pick<Parts, 'now'>

/** Unsubscribe links work without signing in. */
export function addStopRoutes(app: App, { searches, now }: StopParts): void {
  async function searchOf(token: string | undefined): Promise<SearchDoc> {
    const hash = hashOf(token)
    const found = hash === null ? null : await searches.stops.find(hash, now())
    if (found === null) throw new AppError('NOT_FOUND', UNKNOWN)
    return found
  }

  async function stop(token: string | undefined): Promise<StoppedSearch> {
    const found = await searchOf(token)
    const { _id, search, alert } = found
    if (alert !== 'off') await searches.change(_id, { alert: 'off', stopped: alert, due: NEVER })
    return { search, alert: 'off' }
  }

  /** Undoes a stop, unless the owner has chosen again since. */
  async function start(token: string): Promise<StoppedSearch> {
    const found = await searchOf(token)
    const { _id, search, alert, stopped } = found
    const facts = stopped === null ? null : withAlert(found, stopped, now())
    const changed = facts === null ? found : await searches.change(_id, facts)
    return { search, alert: changed?.alert ?? alert }
  }

  app.post('/users/searches/start', { schema: { body: StopBody, response } }, async ({ body }) => start(body.token))

  addOneClick(app, { path: '/users/searches/stop', page: '/searches/stop', answer: StoppedSearch, stop })
}

const UNKNOWN =
  'This unsubscribe link no longer works: it has expired or is incomplete, or the saved search was removed.'
