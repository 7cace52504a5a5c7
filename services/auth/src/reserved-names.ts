import { AppError } from '@aangan/service-kit/errors'
import { foldLookalikes } from './lookalikes.ts'

const RESERVED = [
  ...['admin', 'administrator', 'billing', 'care', 'customer', 'deleted', 'help', 'helpdesk', 'imported', 'moderator'],
  ...['noreply', 'official', 'payments', 'root', 'security', 'staff', 'support', 'system', 'team'],
].map(foldLookalikes)
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
  return [...separate.map(foldLookalikes), ...foldLookalikes(name).split(/[^a-z]+/)]
}

function lettersOf(text: string): string {
  return foldLookalikes(text).replace(/[^a-z]/g, '')
}
