import { isAppError } from '@aangan/service-kit/errors'
import type { AccountDoc } from './account.ts'
import type { Attempts } from './attempts.ts'
import type { Hourly } from './hourly.ts'
import type { Passwords } from './passwords.ts'
import { invalidCredentials } from './rules.ts'

export interface PasswordParts {
  attempts: Attempts
  hourly: Hourly
  passwords: Passwords
}

/** Throws TOO_MANY_REQUESTS after too many, wrong or right. */
export async function isPassword(
  { attempts, hourly, passwords }: PasswordParts,
  { _id, password }: AccountDoc,
  given: string,
): Promise<boolean> {
  try {
    const check = async () => {
      if (!(await passwords.verify(password, given, { known: _id }))) throw invalidCredentials()
    }
    await attempts.run(attempts.currentPassword(_id), () => hourly.unlessFailed('rightPassword', _id, check))
    return true
  } catch (error) {
    if (isAppError(error) && error.code === 'NOT_AUTHENTICATED') return false
    throw error
  }
}
