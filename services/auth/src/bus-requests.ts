import { MAX_ACCOUNTS, MAX_SESSIONS } from '@aangan/contracts/account-constants'
import { isId } from '@aangan/contracts/ids'
import type { Subscription } from '@aangan/service-kit/bus/bus'
import { AppError } from '@aangan/service-kit/errors'
import type { Parts } from '@aangan/service-kit/parts'
import { toAccount } from './account.ts'
import type { Accounts } from './accounts.ts'
import type { Deletion } from './deletion.ts'
import type { Hourly } from './hourly.ts'
import type { Passwords } from './passwords.ts'
import { checkEmail, checkPassword, checkUsername } from './rules.ts'
import { endSessionsOf, findEnded } from './sessions.ts'
import type { AuthStore } from './store.ts'

export async function respondToBusRequests(
  parts: Pick<Parts, 'bus' | 'log' | 'now'> & {
    store: AuthStore
    accounts: Accounts
    hourly: Hourly
    passwords: Passwords
    deletion: Deletion
  },
): Promise<Subscription[]> {
  const { bus, store, accounts, hourly, passwords } = parts
  return [
    await bus.respond('accounts.find', async ({ ids }) => {
      if (!Array.isArray(ids) || ids.length > MAX_ACCOUNTS || !ids.every(isId))
        throw new AppError('BAD_REQUEST', `accounts.find takes { ids }: at most ${MAX_ACCOUNTS} ids of 24 hex digits`)
      return (await store.findMany(ids)).map(toAccount)
    }),
    await bus.respond('accounts.remove', (removal) => parts.deletion.remove(removal)),
    await bus.respond('sessions.find-ended', async ({ ids }) => {
      if (!Array.isArray(ids) || ids.length > MAX_SESSIONS || !ids.every((id) => typeof id === 'string'))
        throw new AppError('BAD_REQUEST', `sessions.find-ended takes { ids }: at most ${MAX_SESSIONS} hashes`)
      return await findEnded(parts, ids)
    }),
    await bus.respond('accounts.change', async ({ id, username, email, password, keepSession }) => {
      const checked = {
        ...(username !== undefined && { username: checkUsername(username) }),
        ...(email !== undefined && { email: checkEmail(email) }),
        ...(password !== undefined && { password: checkPassword(password) }),
      }
      const before = await store.find(id)
      if (before === null) throw userNotFound()
      // The form sends the address along with other changes.
      const isMoved = checked.email !== undefined && checked.email !== before.email
      if (isMoved) await hourly.countChange('email', id)
      if (password !== undefined) await hourly.countChange('password', id)
      const facts = {
        ...checked,
        ...(password !== undefined && {
          password: await passwords.hash(password),
          signedOut: { at: parts.now().toISOString(), except: keepSession ?? null },
        }),
      }
      const account = await store.change(id, facts)
      if (account === null) throw userNotFound()
      if (isMoved) accounts.mailMoved(before)
      // A pending link belongs to whoever had the previous address or password.
      if (password !== undefined || email !== undefined) await store.resets.removeOf(id)
      if (password !== undefined) await endSessionsOf(parts, id, keepSession)
      return toAccount(account)
    }),
  ]
}

function userNotFound(): AppError {
  return new AppError('NOT_FOUND', 'User not found.')
}
