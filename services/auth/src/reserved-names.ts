import { AppError } from '@aangan/service-kit/errors'
import { foldLookalikes } from './lookalikes.ts'

const SIGNS: Record<string, string> = { 6: 'b', 8: 'b', 9: 'g', q: 'g' }
/** A letter by the two that look like it. */
const PAIRS: Record<string, string> = { rn: 'm', nn: 'm', vv: 'w', cl: 'd' }
/** Also as one part of a name. */
const RESERVED = [
  ...['abuse', 'admin', 'admins', 'administrator', 'billing', 'care', 'customer', 'deleted', 'help', 'helpdesk'],
  ...['helpline', 'hostmaster', 'imported', 'moderation', 'moderator', 'noreply', 'official', 'payments'],
  ...['postmaster', 'root', 'security', 'staff', 'support', 'system', 'team', 'verification', 'verified'],
  'webmaster',
]
/** Only where the name has no other words or numbers: people and firms have them in theirs. */
const RESERVED_ALONE = [
  ...['account', 'accounts', 'agent', 'alerts', 'centre', 'center', 'compliance', 'contact', 'daemon', 'desk'],
  ...['enquiry', 'everyone', 'grievance', 'info', 'kyc', 'legal', 'mailer', 'member', 'nodal', 'notifications'],
  ...['officer', 'online', 'payment', 'privacy', 'refund', 'refunds', 'safety', 'sales', 'service', 'services'],
  ...['site', 'super', 'sys', 'trust', 'unknown', 'user', 'verify'],
]
const WORD = new RegExp(`^(?:${RESERVED.map(patternOf).join('|')})$`)
const ONLY_RESERVED = onlyOf(RESERVED)
const ONLY_OURS = onlyOf([...RESERVED, ...RESERVED_ALONE])
/** A shorter name of the site is part of too many names. */
const MIN_CONTAINED = 4

/** A name that reads like the site's own would be believed in mails and chats. @throws BAD_REQUEST for the form */
export function refuseReserved(name: string, siteName: string): void {
  const letters = lettersOf(name)
  const isReserved = ONLY_RESERVED.test(letters) || ONLY_OURS.test(signsOf(name))
  if (isReserved || isOurs(letters, siteName) || partsOf(name).some((part) => WORD.test(part)))
    throw new AppError('BAD_REQUEST', 'Username: this one is reserved. Choose another.')
}

function onlyOf(words: readonly string[]): RegExp {
  return new RegExp(`^(?:${words.map(patternOf).join('|')})+$`)
}

function isOurs(letters: string, siteName: string): boolean {
  const site = lettersOf(siteName)
  if (site === '') return false
  return new RegExp(`${site.length < MIN_CONTAINED ? '^' : ''}${patternOf(site)}`).test(letters)
}

/** Which pairs in a name stand for a letter, only the word shows: `nn` of `adnnin`, but not of `aangan.news`. */
function patternOf(word: string): string {
  const pairs = Object.entries(PAIRS)
  const single = pairs.reduce((text, [pair, letter]) => text.replaceAll(pair, letter), fold(word))
  return single.replace(/[mwd]/g, (letter) => {
    const alike = pairs.filter(([, like]) => like === letter).map(([pair]) => pair)
    return `(?:${[letter, ...alike].join('|')})`
  })
}

/** Digits both end a part, as in `admin1`, and stand for letters, as in `supp0rt`. */
function partsOf(name: string): string[] {
  const separate = name.toLowerCase().split(/[^a-z]+/)
  return [...separate.map(fold), ...fold(name).split(/[^a-z]+/)]
}

function lettersOf(text: string): string {
  return signsOf(text).replace(/[^a-z]/g, '')
}

/** Separators go first: of `ad-r.nin`, too, two letters look like one. */
function signsOf(text: string): string {
  return fold(text.replace(/[^a-z\d]/gi, ''))
}

/** Folds more than usernames among each other, of which `Iqbal` and `Igbal` may be two. */
function fold(text: string): string {
  return foldLookalikes(text).replace(/[689q]/g, (sign) => SIGNS[sign] ?? sign)
}
