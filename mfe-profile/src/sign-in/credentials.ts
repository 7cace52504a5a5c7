import { USERNAME_LENGTH } from '@aangan/contracts/account-constants'
import type { Credentials } from '@aangan/contracts/accounts'

type CredentialErrors = Partial<Record<keyof Credentials, string>>

/** Returns the errors by field, in field order. */
export function checkCredentials({ username, password }: Credentials): CredentialErrors {
  const name = checkName(username.trim())
  return {
    ...(name !== undefined && { username: name }),
    ...(password === '' && { password: 'Enter your password.' }),
  }
}

function checkName({ length }: string): string | undefined {
  const { min, max } = USERNAME_LENGTH
  if (length === 0) return 'Enter your username.'
  return length < min || length > max ? `A username has ${min} to ${max} characters.` : undefined
}
