import { plainLine } from './characters.ts'

/** One @ with text around it and a dot after it; only a mail shows whether it arrives. */
export const EMAIL = /^[^\s@<>",;:\\()[\]]+@[^\s@.<>"',;:\\()[\]]+(\.[^\s@.<>"',;:\\()[\]]+)+$/
/** Characters with what is around the address: the patterns below take quadratic time. */
const LONGEST = 500
const CONTROL = /\p{C}/u

/**
 * Reads an address as people write and paste it: in capitals, with spaces around, `mailto:`, `Asha <asha@example.com>`.
 *
 * @returns it in lower case; null if it is none
 */
export function readEmail(text: string): string | null {
  const line = plainLine(text)
  if (line.length > LONGEST) return null
  const [, within = line] = /<([^<>]*)>[.,;]?$/.exec(line) ?? []
  const email = within
    .trim()
    .replace(/^mailto:\s*/i, '')
    .replace(/\?.*$/, '')
    .replace(/^(['"])(.*)\1$/, '$2')
    .replace(/ ?([@.]) ?/g, '$1')
    .replace(/[.,;]+$/, '')
    .toLowerCase()
  return EMAIL.test(email) && !CONTROL.test(email) ? email : null
}
