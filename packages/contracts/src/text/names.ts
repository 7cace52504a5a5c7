import { asTyped } from './characters.ts'

/**
 * Normalises a name for comparison: lower-case letters and digits, without accents, spaces and punctuation. In the
 * scripts of India, spellings that writers do not tell apart are equal: see docs/fields.md.
 */
export function foldName(text: string): string {
  // Most names. `normalize` would take longer than the rest of handling a listing event.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const plain = asTyped(text).normalize('NFKD').replace(DROPPED, '').normalize('NFC').toLowerCase()
  return foldArabic(foldIndian(plain)).replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/** The same for 'kothrood' and 'kothrud', 'calcuta' and 'calcutta'. */
export function soundOf(folded: string): string {
  if (!/(.)\1/.test(folded)) return folded
  return folded
    .replace(/oo/g, 'u')
    .replace(/ee/g, 'i')
    .replace(/(.)\1+/g, '$1')
}

/** Accents, nuktas of nine scripts, vowel signs of Arabic. */
const DROPPED = /[\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u0640\u064b-\u065f\u0670]/g

const DEVANAGARI = 0x900
/** Bengali to Malayalam: Unicode lays these scripts out like Devanagari, except for a few letters. */
const OTHERS = /[\u0980-\u0d7f]/g
const ODD: Record<string, string> = {
  ...{ ৎ: 'त\u094d', ৰ: 'र', ৱ: 'व', '\u0a70': '\u0902', '\u0a71': '', ୱ: 'व' },
  ...{ ൺ: 'ण\u094d', ൻ: 'न\u094d', ർ: 'र\u094d', ൽ: 'ल\u094d', ൾ: 'ळ\u094d', ൿ: 'क\u094d' },
}
/** By the letter that others are read as. Vowel signs are escaped: alone they cannot be seen. */
const READ_AS = byLetter({
  // Candrabindu as anusvara; long i and u, short and open e and o, ai and au.
  ...{ '\u0902': '\u0900\u0901', '\u093f': '\u0940', '\u0941': '\u0942' },
  ...{ '\u0947': '\u0945\u0946\u0948', '\u094b': '\u0949\u094a\u094c' },
  ...{ इ: 'ई', उ: 'ऊ', ए: 'ऍऎऐ', ओ: 'ऑऒऔ' },
  // What Hindi and Marathi, or the south, write differently.
  ...{ न: 'णऩ', ल: 'ळऴ', र: 'ऱ' },
})

function foldIndian(text: string): string {
  if (!/[\u0900-\u0d7f]/.test(text)) return text
  return (
    text
      .replace(OTHERS, (letter) => ODD[letter] ?? String.fromCharCode(DEVANAGARI + (letter.charCodeAt(0) & 0x7f)))
      .replace(/[\u0900-\u094d]/g, (letter) => READ_AS.get(letter) ?? letter)
      .replace(/(?<!\u094d)य([\u093f\u0947])/g, (_, vowel) => (vowel === '\u093f' ? 'इ' : 'ए'))
      // Chennai: the north writes a and i, the south ai.
      .replace(/(?<=[क-ह])इ/g, '\u0947')
      .replace(/(.)\u094d\1/g, '$1')
      .replace(/[ङञनम]\u094d(?=[क-ह])/g, '\u0902')
      .replace(/\u094d(?![\p{L}\p{M}])/gu, '')
  )
}

const ARABIC = byLetter({ ی: 'يىے', ک: 'ك', ہ: 'هھةۃ', ن: 'ں' })

function foldArabic(text: string): string {
  if (!/[\u0600-\u06ff]/.test(text)) return text
  return text.replace(/[\u0600-\u06ff]/g, (letter) => ARABIC.get(letter) ?? letter)
}

function byLetter(sources: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(sources).flatMap(([to, from]) => [...from].map((letter) => [letter, to] as const)))
}
