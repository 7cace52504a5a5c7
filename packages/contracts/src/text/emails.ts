import { plainLine } from './characters.ts'

/** One @ between a name and a domain that is no number; only a mail shows whether it arrives. */
export const EMAIL =
  /^[^\s@<>",;:\\()[\]“”«»]+@(?:[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}_])?\.)+(?!\p{N}+$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u
/** Characters with what is around the address: the patterns below take quadratic time. */
const LONGEST = 500
const CONTROL = /\p{C}/u
const LABEL = /^e-?mail(?: id)?(?: ?: ?| - ?|- )/i
/** As Outlook copies a link: `asha@example.com [mailto:asha@example.com]`. */
const COPIED = / ?[[(]mailto:[^\])]*[\])]$/i
const QUOTES = /^["'«“„[(](.+)["'»“”\])]$/
const TRAILING = /(?:[.,;:!?/>]|(?!\p{ASCII})\p{P})+$/u

/**
 * Reads an address as people write and paste it: in capitals, with spaces around, `mailto:`,
 * `Asha <asha@example.com>`.
 *
 * @returns it in lower case; null if it is none
 */
export function readEmail(text: string): string | null {
  const line = plainLine(text)
  if (line.length > LONGEST) return null
  const [, within = line] = /<([^<>]*)>[.,;]?$/.exec(line) ?? []
  const email = within
    .trim()
    .replace(LABEL, '')
    .replace(COPIED, '')
    .replace(/^mailto:\s*/i, '')
    .replace(/\?.*$/, '')
    .replace(/[.,;]+$/, '')
    .replace(QUOTES, '$1')
    .replace(/ ?([@.]) ?/g, '$1')
    .replace(TRAILING, '')
    .toLowerCase()
  return EMAIL.test(email) && !CONTROL.test(email) ? email : null
}
