import { domainToASCII } from 'node:url'
import { MAX_EMAIL } from '@aangan/contracts/account-constants'
import { EMAIL, readEmail } from '@aangan/contracts/text/emails'
import { AppError } from '@aangan/service-kit/errors'

/** Control and format characters, such as those that change the direction of text. */
const UNSEEN = /\p{C}/u
/** `domainToASCII` ends the domain there. */
const ENDS_DOMAIN = /[/?#%\\]/

/** Returns its one spelling, in lower case. @throws BAD_REQUEST for the form, naming the field */
export function checkEmail(text: string): string {
  const email = canonical(text)
  if (email === null) throw new AppError('BAD_REQUEST', 'Email: enter an address such as name@example.com.')
  return email
}

/** What accounts may have stored for it: those from before addresses had one spelling have it as typed. */
export function spellingsOf(text: string): string[] {
  const typed = asTyped(text)
  return [...new Set([typed, canonical(text) ?? typed])]
}

/** Of a stored address; as it is if it would be refused today. */
export function oneSpelling(email: string): string {
  return canonical(email) ?? email
}

export function asTyped(text: string): string {
  return text.trim().toLowerCase()
}

/** As it is, else as people paste it. Null if it is no address. */
function canonical(text: string): string | null {
  return spelled(asTyped(text)) ?? spelled(readEmail(text) ?? '')
}

/** Full-width letters and other scripts' dots are other spellings of the same mailbox. */
function spelled(typed: string): string | null {
  // Before `normalize`, which takes quadratic time for some texts.
  if (typed.length > MAX_EMAIL || UNSEEN.test(typed)) return null
  const folded = typed.normalize('NFKC').toLowerCase()
  const at = folded.lastIndexOf('@')
  const domain = folded.slice(at + 1)
  const email = folded.slice(0, at + 1) + (ENDS_DOMAIN.test(domain) ? '' : domainToASCII(domain))
  return EMAIL.test(email) && email.length <= MAX_EMAIL ? email : null
}

const GMAIL = /^g(oogle)?mail\.com$/

/** `asha+1@…` and `asha@…` are one mailbox with most providers, `a.sha@gmail.com` with Gmail: for limits. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name = '', domain] = [email.slice(0, at).replace(/\+.*/s, ''), email.slice(at + 1)]
  return GMAIL.test(domain ?? '') ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
