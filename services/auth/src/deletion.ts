import type { AccountRemoval } from '@aangan/contracts/accounts'
import { AppError, isAppError } from '@aangan/service-kit/errors'
import type { Parts } from '@aangan/service-kit/parts'
import type { AccountDoc } from './account.ts'
import { createAttempts } from './attempts.ts'
import type { AuthConfig } from './config.ts'
import type { Passwords } from './passwords.ts'
import { invalidCredentials } from './rules.ts'
import { endSessionsOf } from './sessions.ts'
import type { AuthStore } from './store.ts'

const RECENT_MS = 3_600_000

interface Proof {
  signedInAt: string
  /** Null if no password was given. */
  isPasswordRight: boolean | null
}

/** A stolen cookie alone is not enough. */
export function mayDelete({ signedInAt, isPasswordRight }: Proof, now: Date): boolean {
  return isPasswordRight ?? now.getTime() - Date.parse(signedInAt) <= RECENT_MS
}

type DeletionParts = { store: AuthStore; config: AuthConfig; passwords: Passwords } & Pick<Parts, 'bus' | 'log' | 'now'>

export function createDeletion(parts: DeletionParts) {
  const { store, config, passwords, now } = parts
  const attempts = createAttempts(store, config, now)

  /** Throws TOO_MANY_REQUESTS after too many wrong ones. Counted by session, so that a thief does not lock the owner out. */
  async function isRight({ usernameKey, password }: AccountDoc, session: string, given: string): Promise<boolean> {
    const attempt = { usernameKey, address: '', device: `session ${session}` }
    const check = async () => {
      if (!(await passwords.verify(password, given))) throw invalidCredentials()
      return true
    }
    return await attempts.run(attempt, check).catch((error: unknown) => {
      if (isAppError(error) && error.code === 'NOT_AUTHENTICATED') return false
      throw error
    })
  }

  return {
    /** Frees the username and the address, and ends all sessions. Throws FORBIDDEN with a message for the owner. */
    async remove({ id, session, currentPassword: given }: AccountRemoval): Promise<boolean> {
      const [account, current] = await Promise.all([store.find(id), store.sessions.find(session, now())])
      if (account === null) return false
      if (current?.userId !== id) throw new AppError('NOT_AUTHENTICATED', 'Not Authenticated!')
      const isPasswordRight = given ? await isRight(account, session, given) : null
      if (!mayDelete({ signedInAt: current.createdAt, isPasswordRight }, now()))
        throw new AppError('FORBIDDEN', isPasswordRight === null ? NEEDS_PASSWORD : WRONG_PASSWORD)
      const isRemoved = await store.remove(id, now())
      await endSessionsOf(parts, id)
      await attempts.forget(account.usernameKey)
      return isRemoved
    },

    /**
     * What belongs to the account: sign-ins under way may have added to it. Also the account, which a restored backup may
     * have brought back. Returns true while there is more.
     */
    async erase(id: string): Promise<boolean> {
      await store.remove(id, now())
      await endSessionsOf(parts, id)
      return await store.eraseOf(id)
    },
  }
}

export type Deletion = ReturnType<typeof createDeletion>

const NEEDS_PASSWORD = 'Enter your password to delete your account.'
const WRONG_PASSWORD = 'This password is not right. Your account was not deleted.'
