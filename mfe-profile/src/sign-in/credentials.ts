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

/** The error of a username that is still being typed. */
export function checkTypedName(name: string): string | undefined {
  return name.includes('@') ? 'Sign in with your username, not your email address.' : undefined
}

function checkName(name: string): string | undefined {
  const { min, max } = USERNAME_LENGTH
  const { length } = name
  if (length === 0) return 'Enter your username.'
  const isOutside = length < min || length > max
  return checkTypedName(name) ?? (isOutside ? `A username has ${min} to ${max} characters.` : undefined)
}
