import { MAX_EMAIL, PASSWORD_LENGTH } from '@aangan/contracts/account-constants'
import type { Registration } from '@aangan/contracts/accounts'
import { USERNAME_PATTERN } from '@aangan/contracts/users'
import { AppError } from '@aangan/service-kit/errors'
import { isDuplicateKey } from '@aangan/service-kit/store/store'

const username = new RegExp(USERNAME_PATTERN)
/** One @ with text around it and a dot after it; only a mail shows whether it arrives. */
const EMAIL = /^[^\s@<>"',;:\\()[\]]+@[^\s@.<>"',;:\\()[\]]+(\.[^\s@.<>"',;:\\()[\]]+)+$/

/** Control and format characters, such as those that change the direction of text. */
const UNSEEN = /\p{C}/u

/** @throws BAD_REQUEST in words for the form, naming the field */
export function checkUsername(text: string): string {
  const name = text.trim()
  if (!username.test(name))
    throw new AppError('BAD_REQUEST', 'Username: use 3 to 20 letters, digits, dots, hyphens or underscores.')
  return name
}

/** Returns it in lower case. @throws BAD_REQUEST for the form, naming the field */
export function checkEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (email.length > MAX_EMAIL || !EMAIL.test(email) || UNSEEN.test(email))
    throw new AppError('BAD_REQUEST', 'Email: enter an address such as name@example.com.')
  return email
}

/** @throws BAD_REQUEST in words for the form, naming the field */
export function checkPassword(text: string): string {
  const { length } = [...text]
  const { min, max } = PASSWORD_LENGTH
  if (length < min || length > max) throw new AppError('BAD_REQUEST', `Password: use ${min} to ${max} characters.`)
  return text
}

export function checkRegistration({ username, email, password }: Registration): Registration {
  return { username: checkUsername(username), email: checkEmail(email), password: checkPassword(password) }
}

/** The same for an unknown user and a wrong password. */
export function invalidCredentials(): AppError {
  return new AppError('NOT_AUTHENTICATED', 'Invalid Credentials!')
}

/** Turns a duplicate key error into CONFLICT with a message for the visitor; returns other errors unchanged. */
export function clashOf(error: unknown, taken: { username: boolean }): unknown {
  if (!isDuplicateKey(error)) return error
  const message = taken.username ? 'Username is already taken!' : 'User with this email already exists!'
  return new AppError('CONFLICT', message, { cause: error })
}
