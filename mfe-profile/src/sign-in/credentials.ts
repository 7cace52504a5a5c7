import { USERNAME_LENGTH } from '@aangan/contracts/account-constants'
import type { Credentials } from '@aangan/contracts/accounts'

type CredentialErrors = Partial<Record<keyof Credentials, string>>

/** What is wrong with each field, in their order; an empty object where both may be sent. */
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
