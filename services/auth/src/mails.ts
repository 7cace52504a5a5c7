import { NAMED_RESET, RESET_ACCOUNT } from '@aangan/contracts/account-constants'
import { createFormat, DEFAULT_LOCALE } from '@aangan/contracts/format'
import type { Mail } from '@aangan/service-kit/mail'
import { wordsOf } from '@aangan/service-kit/mail-template'
import type { AuthConfig } from './config.ts'
import type { UndoDoc } from './links.ts'

type Site = Pick<AuthConfig, 'SITE_NAME' | 'SITE_URL'>

const format = createFormat({ locale: DEFAULT_LOCALE, currency: 'inr' })

/**
 * No mail to an address that nobody has confirmed contains text that a person has entered, not even a username: anybody
 * can enter the address of a stranger, and mail programs turn a name like `www.evil.example` into a link.
 */
const GREETING = 'Hello,'

/** @param username of the account whose address this is; null if nobody has confirmed the address: it must be entered, in a known browser */
export function resetMail(
  to: string,
  token: string,
  { username, site }: { username: string | null; site: Site },
): Mail {
  const query = new URLSearchParams({ token, ...(username === null && { [NAMED_RESET]: '1' }) })
  const account = username === null ? '' : `&${RESET_ACCOUNT}=${username.replaceAll('.', '%2E')}`
  return mail(to, `Reset your ${site.SITE_NAME} password`, [
    `We received a request to reset the password of your ${site.SITE_NAME} account. Choose a new one within an hour:`,
    `${site.SITE_URL}/reset?${query}${account}`,
    username === null
      ? 'Open it in the browser in which you registered or signed in before. If you have no account, create one instead.'
      : `The username of this account is ${wordsOf(username)}`,
    'If you did not ask for this, you can ignore this email. Your password stays the same.',
  ])
}

export function confirmationMail(to: string, token: string, site: Site): Mail {
  return mail(to, `Confirm your email address for ${site.SITE_NAME}`, [
    `This address was entered for an account at ${site.SITE_NAME}. If that was you, confirm within seven days that it is yours:`,
    `${site.SITE_URL}/confirm?${new URLSearchParams({ token })}`,
    'If it was not you, ignore this email. We will not send other emails about the account to this address.',
  ])
}

export function undoMail({ to, what, at }: UndoDoc, token: string, site: Site): Mail {
  const { subject, happened } = CHANGES[what](site.SITE_NAME)
  return mail(to, subject, [
    happened(`on ${format.date(at)} at ${format.clock(at)} (India time)`),
    'If this was you, you do not need to do anything.',
    'If it was not you, someone else may be using your account. Undo the change within seven days, which also signs everyone out, and then choose a new password:',
    `${site.SITE_URL}/undo?${new URLSearchParams({ token })}`,
  ])
}

const CHANGES: Record<UndoDoc['what'], (site: string) => { subject: string; happened: (when: string) => string }> = {
  password: (site) => ({
    subject: `Your ${site} password was changed`,
    happened: (when) => `The password of your ${site} account was changed ${when}.`,
  }),
  claim: (site) => ({
    subject: `A new email address was entered at ${site}`,
    happened: (when) =>
      `Another email address was entered for your ${site} account ${when}. It replaces this one once it is confirmed.`,
  }),
  both: (site) => ({
    subject: `Your ${site} password was changed`,
    happened: (when) =>
      `The password of your ${site} account was changed, and another email address was entered, ${when}. The new address replaces this one once it is confirmed.`,
  }),
  address: (site) => ({
    subject: `Your email address at ${site} was changed`,
    happened: (when) =>
      `The email address of your ${site} account was changed ${when}. We no longer send emails about your account to this address.`,
  }),
}

function mail(to: string, subject: string, paragraphs: string[]): Mail {
  return { to, subject, text: [GREETING, ...paragraphs].join('\n\n') }
}
