import { USERNAME_LENGTH } from '@aangan/contracts/account-constants'
import type { Credentials } from '@aangan/contracts/accounts'
import { plainLine } from '@aangan/contracts/text/characters'

type CredentialErrors = Partial<Record<keyof Credentials, string>>

/** Returns the errors by field, in field order. */
export function checkCredentials({ username, password }: Credentials): CredentialErrors {
  const name = checkName(plainLine(username))
  return {
    ...(name !== undefined && { username: name }),
    ...(password === '' && { password: 'Enter your password.' }),
  }
}

/** The length applies to usernames only, which never contain `@`. */
function checkName(name: string): string | undefined {
  const { min, max } = USERNAME_LENGTH
  const { length } = name
  if (length === 0) return 'Enter your username or your email address.'
  const isOutside = !name.includes('@') && (length < min || length > max)
  return isOutside ? `A username has ${min} to ${max} characters. You can also enter your email address.` : undefined
}
