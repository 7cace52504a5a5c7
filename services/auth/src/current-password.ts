import { isAppError } from '@aangan/service-kit/errors'
import type { AccountDoc } from './account.ts'
import type { Attempts } from './attempts.ts'
import type { Passwords } from './passwords.ts'
import { invalidCredentials } from './rules.ts'

export interface PasswordParts {
  attempts: Attempts
  passwords: Passwords
}

/** Throws TOO_MANY_REQUESTS after too many wrong ones. */
export async function isPassword(
  { attempts, passwords }: PasswordParts,
  { _id, password }: AccountDoc,
  given: string,
): Promise<boolean> {
  try {
    await attempts.run(attempts.currentPassword(_id), async () => {
      if (!(await passwords.verify(password, given, { known: _id }))) throw invalidCredentials()
    })
    return true
  } catch (error) {
    if (isAppError(error) && error.code === 'NOT_AUTHENTICATED') return false
    throw error
  }
}
