const PLAIN = /^[ -~]*$/

/** Drawn, but as nothing: the blanks of braille and of hieroglyphs, the fillers of Hangul, the note without a head. */
const BLANK = '\u2800\u3164\uffa0\u{13441}\u{13442}\u{1d159}'
const BLANKS = new RegExp(`[${BLANK}]`, 'gu')
const SPACES = new RegExp(`[\\s\\u0085${BLANK}]+`, 'gu')
const TRIMMED = new RegExp(`[^\\s\\u0085${BLANK}](?:[^]*[^\\s\\u0085${BLANK}])?`, 'u')
/** Control characters and halves of pairs are no blanks: fields refuse them. */
const VISIBLE = new RegExp(`(?![\\s\\u0085${BLANK}\\p{DI}])[\\p{L}\\p{N}\\p{P}\\p{S}\\p{Cc}\\p{Cs}]`, 'u')
const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** Letters of the Arabic and the Indian scripts, which joiners change. */
const JOINING = '(?=[\\u0600-\\u0dff])[\\p{L}\\p{M}]'
const VIRAMA = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca]'
const PICTURE = '\\p{ExtPict}'
/** Invisible characters that change how others are drawn: half letters, emoji of several parts, flags. */
const SHAPING = [
  `(?<=${VIRAMA})[\\u200c\\u200d]`,
  `(?<=${JOINING})[\\u200c\\u200d](?=${JOINING})`,
  `(?<=${PICTURE}[\\ufe0f\\p{EMod}]?)\\u200d(?=${PICTURE})`,
  `(?<=${PICTURE})[\\ufe0e\\ufe0f]`,
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  '(?<=\\u{1f3f4})[\\u{e0020}-\\u{e007e}]+\\u{e007f}',
].join('|')
/** `DI`: zero-width characters, bidi controls, soft hyphens and the like. */
const NEVER_DRAWN = '[\\p{DI}\\ufff9-\\ufffb]'
const INVISIBLE = new RegExp(NEVER_DRAWN, 'gu')
const INVISIBLE_OR_SHAPING = new RegExp(`(${SHAPING})|${NEVER_DRAWN}`, 'gu')

/**
 * A title, a name, a search: without invisible characters, and each run of white space is one space. Empty if nothing
 * is visible.
 */
export function oneLine(text: string): string {
  const visible = PLAIN.test(text) ? text : withoutInvisible(text.replace(BLANKS, ' '))
  return isBlank(visible) ? '' : visible.replace(SPACES, ' ').trim()
}

/**
 * A description, a message: trimmed, without invisible characters, each line break is `\n`. Empty if nothing is
 * visible.
 */
export function severalLines(text: string): string {
  const visible = withoutInvisible(text.replace(LINE_BREAK, '\n'))
  return isBlank(visible) ? '' : (TRIMMED.exec(visible)?.[0] ?? '')
}

/** An address, a key: like `oneLine`, without joiners; full-width letters and quotes are those of a keyboard. */
export function plainLine(text: string): string {
  if (PLAIN.test(text)) return oneLine(text)
  return oneLine(text.replace(BLANKS, ' ').replace(INVISIBLE, ''))
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[‘’ʼ′]/g, "'")
}

/** A number, a phone number: like `plainLine`, with digits, dashes and points of any script in ASCII. */
export function asTyped(text: string): string {
  const line = plainLine(text)
  if (PLAIN.test(line)) return line
  return line
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replace(/\p{Pd}|\u2212/gu, '-')
    .replace(/٫/g, '.')
    .replace(/٬/g, ',')
}

export function isBlank(text: string): boolean {
  return !VISIBLE.test(text)
}

/** Keeps what shapes text: joiners between letters that join, and the parts of an emoji. */
function withoutInvisible(text: string): string {
  return PLAIN.test(text) ? text : text.replace(INVISIBLE_OR_SHAPING, '$1')
}

/** Unicode lists each script's digits in a row, from zero; those of mathematics are several such rows. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) as number
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return (code - zero) % 10
}

const UNSEEN = new RegExp(`(?! )[\\p{C}\\p{Z}\\p{DI}${BLANK}]`, 'gu')

/**
 * Quotes a value for an error: at most `most` characters, and what cannot be seen as its code, so that two different
 * values never look alike.
 */
export function quoted(value: unknown, most = 60): string {
  const text = JSON.stringify(value) ?? 'missing'
  const whole = text.replace(UNSEEN, code)
  return whole.length > most ? `${whole.slice(0, most)}…` : whole
}

function code(character: string): string {
  return `\\u{${(character.codePointAt(0) as number).toString(16)}}`
}
