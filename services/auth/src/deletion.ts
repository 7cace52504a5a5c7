import type { AccountRemoval } from '@aangan/contracts/accounts'
import { AppError } from '@aangan/service-kit/errors'
import type { Identity } from '@aangan/service-kit/identity'
import { isPassword, type PasswordParts } from './current-password.ts'
import { checkUndoable, notAuthenticated } from './rules.ts'
import { endSessionsOf, openedAt, type SessionParts } from './sessions.ts'

export function createDeletion(parts: PasswordParts & SessionParts) {
  const { store, now } = parts

  return {
    /**
     * Frees the username and the address, and ends all sessions. Unlike a change it cannot be undone, so a recent sign-in
     * is no proof. Throws FORBIDDEN with a message for the owner. Returns false for an unknown account.
     */
    async remove({ id, session }: Identity, { currentPassword }: AccountRemoval): Promise<boolean> {
      const account = await store.find(id)
      if (account === null) return false
      if ((await openedAt(parts, session, account)) === null) throw notAuthenticated()
      if (!currentPassword) throw new AppError('FORBIDDEN', 'Enter your password to delete your account.')
      if (!(await isPassword(parts, account, currentPassword)))
        throw new AppError('FORBIDDEN', 'This password is not right. Your account was not deleted.')
      checkUndoable(await store.undos.of(id), now())
      const isRemoved = await store.remove(id, now())
      await Promise.all([endSessionsOf(parts, id), parts.attempts.forget(account)])
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
