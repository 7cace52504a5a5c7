import { AppError } from '@aangan/service-kit/errors'
import { foldLookalikes } from './lookalikes.ts'

const SIGNS: Record<string, string> = { 6: 'b', 8: 'b', 9: 'g', q: 'g', rn: 'm', vv: 'w' }
const RESERVED = [
  ...['abuse', 'admin', 'admins', 'administrator', 'billing', 'care', 'customer', 'deleted', 'help', 'helpdesk'],
  ...['helpline', 'hostmaster', 'imported', 'moderation', 'moderator', 'noreply', 'official', 'payments'],
  ...['postmaster', 'root', 'security', 'staff', 'support', 'system', 'team', 'verification', 'verified'],
  'webmaster',
].map(fold)
const WORDS = new Set(RESERVED)
const ONLY_RESERVED = new RegExp(`^(?:${RESERVED.join('|')})+$`)
/** A shorter name of the site is part of too many names. */
const MIN_CONTAINED = 4

/** A name that reads like the site's own would be believed in mails and chats. @throws BAD_REQUEST for the form */
export function refuseReserved(name: string, siteName: string): void {
  const site = lettersOf(siteName)
  const letters = lettersOf(name)
  const isOurs = site.length >= MIN_CONTAINED ? letters.includes(site) : site !== '' && letters.startsWith(site)
  if (isOurs || ONLY_RESERVED.test(letters) || partsOf(name).some((part) => WORDS.has(part)))
    throw new AppError('BAD_REQUEST', 'Username: this one is reserved. Choose another.')
}

/** Digits both end a part, as in `admin1`, and stand for letters, as in `supp0rt`. */
function partsOf(name: string): string[] {
  const separate = name.toLowerCase().split(/[^a-z]+/)
  return [...separate.map(fold), ...fold(name).split(/[^a-z]+/)]
}

function lettersOf(text: string): string {
  return fold(text).replace(/[^a-z]/g, '')
}

/** Folds more than usernames among each other, of which `Iqbal` and `Igbal` may be two. */
function fold(text: string): string {
  return foldLookalikes(text).replace(/[689q]|rn|vv/g, (sign) => SIGNS[sign] ?? sign)
}
