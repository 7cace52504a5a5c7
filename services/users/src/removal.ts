import { MessageAnswer, RemovalBody } from '@aangan/contracts/accounts'
import { ErrorBody } from '@aangan/contracts/errors'
import { requireIdentity } from '@aangan/service-kit/identity'
import type { Parts } from '@aangan/service-kit/parts'
import type { RemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import type { App } from '@aangan/service-kit/server'
import { PASSWORD_WAIT_MS } from './profiles.ts'
import { ById, requireSelf, USER } from './routes.ts'
import { notFound } from './rules.ts'
import type { SearchStore } from './searches/search-store.ts'
import type { UserStore } from './store.ts'

const CHUNK_SIZE = 200

type RemovalParts = { users: UserStore; searches: SearchStore; removed: RemovedAccounts } & Pick<Parts, 'bus' | 'now'>

export function addRemovalRoute(app: App, { users, removed, bus, now }: RemovalParts): void {
  const schema = { params: ById, body: RemovalBody, response: { 200: MessageAnswer, '4xx': ErrorBody } }
  app.delete(USER, { schema, preValidation: requireSelf }, async (request) => {
    const person = requireIdentity(request)
    const { currentPassword } = request.body ?? {}
    const removal = currentPassword ? { currentPassword } : {}
    if (!(await bus.request('accounts.remove', removal, { timeoutMs: PASSWORD_WAIT_MS, as: person }))) throw notFound()
    // The event does the same, and the rest, but only later: until then others would still see the profile.
    await removed.add(person.id, now())
    await users.remove(person.id, now())
    return { message: 'Your account is deleted.' }
  })
}

/** Returns a function that erases a piece of a person's data, and true while there is more. */
export function createEraser({ users, searches, now }: Omit<RemovalParts, 'removed' | 'bus'>) {
  return async (id: string): Promise<boolean> => {
    await users.remove(id, now())
    const more = [await users.saved.forgetOf(id, CHUNK_SIZE), await searches.forgetOf(id, CHUNK_SIZE)]
    return more.includes(true)
  }
}
