import { PASSWORD_LENGTH } from '@aangan/contracts/account-constants'
import { AppError } from '@aangan/service-kit/errors'
import { COMMON_PASSWORDS } from './common-passwords.ts'

/** @throws BAD_REQUEST in words for the form, naming the field, for one of the wrong length or that many people use */
export function checkPassword(text: string): string {
  const { length } = [...text]
  const { min, max } = PASSWORD_LENGTH
  if (length < min || length > max) throw new AppError('BAD_REQUEST', `Password: use ${min} to ${max} characters.`)
  if (COMMON_PASSWORDS.has(folded(text)) || /^(.?)\1*$/su.test(folded(text)))
    throw new AppError('BAD_REQUEST', 'Password: many people use this one, so it is easy to guess. Choose another.')
  return text
}

/** @throws BAD_REQUEST in words for the form, naming the field, for the owner's username or address */
export function refuseOwnWords(
  password: string,
  { username, email }: { username: string; email: string | null },
): void {
  const guesses = [username, email, email?.slice(0, email.lastIndexOf('@'))]
  if (guesses.some((guess) => guess && folded(guess) === folded(password)))
    throw new AppError('BAD_REQUEST', 'Password: do not use your username or email address. Choose another.')
}

function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{C}]/gu, '')
}
