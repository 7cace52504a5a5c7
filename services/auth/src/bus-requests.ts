import { MAX_ACCOUNTS, MAX_SESSIONS } from '@aangan/contracts/account-constants'
import { isId } from '@aangan/contracts/ids'
import type { Subscription } from '@aangan/service-kit/bus/bus'
import { AppError } from '@aangan/service-kit/errors'
import type { Parts } from '@aangan/service-kit/parts'
import { toAccount } from './account.ts'
import { type ChangeParts, changeAccount } from './change-account.ts'
import type { Deletion } from './deletion.ts'
import { findEnded } from './sessions.ts'

export async function respondToBusRequests(
  parts: ChangeParts & Pick<Parts, 'identity'> & { deletion: Deletion },
): Promise<Subscription[]> {
  const { bus, store } = parts
  return [
    await bus.respond('accounts.find', async ({ ids }) => {
      if (!Array.isArray(ids) || ids.length > MAX_ACCOUNTS || !ids.every(isId))
        throw new AppError('BAD_REQUEST', `accounts.find takes { ids }: at most ${MAX_ACCOUNTS} ids of 24 hex digits`)
      return (await store.findMany(ids)).map(toAccount)
    }),
    await bus.respond('accounts.remove', parts.identity, (removal, person) => parts.deletion.remove(person, removal)),
    await bus.respond('sessions.find-ended', async ({ ids }) => {
      if (!Array.isArray(ids) || ids.length > MAX_SESSIONS || !ids.every((id) => typeof id === 'string'))
        throw new AppError('BAD_REQUEST', `sessions.find-ended takes { ids }: at most ${MAX_SESSIONS} hashes`)
      return await findEnded(parts, ids)
    }),
    await bus.respond('accounts.change', parts.identity, async (change, person) =>
      toAccount(await changeAccount(parts, person, change)),
    ),
  ]
}
