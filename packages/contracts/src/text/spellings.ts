import { foldName } from './names.ts'

/**
 * One spelling for the many that a name of India has in Latin letters: `Borivali`, `Borivli`; `Malleswaram`,
 * `Malleshwaram`; `Wadgaon`, `Vadgaon`. Not for reading.
 *
 * @param folded lower-case letters without spaces
 */
export function spellingOf(folded: string): string {
  return (
    folded
      .replace(/c(?=[eiy])/g, 's')
      .replace(SOUNDS, (sound) => SPELLED[sound] ?? (sound[0] as string))
      .replace(/^ye/, 'e')
      .replace(/y$/, 'i')
      .replace(/n(?=[pbfm])/g, 'm')
      // T. T. Nagar is not T. Nagar.
      .replace(/(?<=.)(.)\1+/g, '$1')
      .replace(/(?<=ur)[ua]$|(?<=nagar)a$/, '')
      .replace(UNWRITTEN, '')
  )
}

const SOUNDS = /zh|ph|w|ck|q|x|chh?|c|z|[kgjtdbs]h|oo|ee|[ae]i|au|iy(?=[aeou])/g
/** Others as their first letter. */
const SPELLED: Record<string, string> = {
  ...{ zh: 'l', ph: 'f', w: 'v', ck: 'k', c: 'k', q: 'k', x: 'ks', chh: 'ch', ch: 'ch', z: 'j' },
  ...{ oo: 'u', ee: 'i', ai: 'e', au: 'o' },
}
/** The a between consonants, which Hindi and Marathi do not write, and often do not speak. */
const UNWRITTEN = /(?<=[b-df-hj-np-tv-z])a(?=[b-df-hj-np-tv-z])/g

/** A word in an Indian script in Latin letters, others as `foldName` returns them. For comparison by `spellingOf`. */
export function inLatin(word: string): string {
  const [letter] = /[\u0900-\u0d7f]/.exec(word) ?? []
  if (letter === undefined) return foldName(word)
  const written = word
    .normalize('NFD')
    .replace(FLAPPED, 'र')
    .replace(TAMIL_VOICED, (stop) => VOICED[stop] as string)
  const folded = foldName(written)
  const known = WORDS.get(folded)
  if (known !== undefined) return known
  const isMute = letter < SOUTH ? MUTE.test(folded) : VIRAMA_LAST.test(written)
  return `${folded.replace(/गा\u0902?व$/, 'गाओन')}${isMute ? VIRAMA : ''}`
    .replace(/\u0902$/, 'म\u094d')
    .replace(/([क-ह])(?![\u093e-\u094d])/g, '$1\u093e')
    .replace(/[\u0900-\u094d]/g, (sign) => LATIN[sign] ?? '')
}

const VIRAMA = '\u094d'
/** Odia, Tamil, Telugu, Kannada and Malayalam write a virama at the end where no vowel is spoken; the scripts before do not. */
const SOUTH = '\u0b00'
const VIRAMA_LAST = /[\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d][\u200c\u200d]?$/
/** A last consonant without a vowel: not that of चंद्र or मालवीय. */
const MUTE = /(?<!\u094d(?=[यरलवन])|\u093f(?=य))[क-ह]$/
/** The letters for the r of पहाड़, decomposed. */
const FLAPPED = /ड\u093c|ড\u09bc|ਡ\u0a3c|ੜ|ଡ\u0b3c/g

/** Tamil has one letter for k and g: voiced between vowels and after nasals. */
const TAMIL_VOICED = /(?<=[\u0b85-\u0bb9\u0bbe-\u0bcc]|[ஙஞணநமன]\u0bcd)[கசடதப](?!\u0bcd)/g
const VOICED: Record<string, string> = { க: 'ग', ச: 'स', ட: 'ड', த: 'द', ப: 'ब' }

/** Those of `foldName`. */
const LATIN: Record<string, string> = {
  ...{ अ: 'a', आ: 'a', इ: 'i', उ: 'u', ऋ: 'ri', ए: 'e', ओ: 'o', '\u0902': 'n', '\u0903': 'h' },
  ...{ '\u093e': 'a', '\u093f': 'i', '\u0941': 'u', '\u0943': 'ri', '\u0947': 'e', '\u094b': 'o' },
  ...{ क: 'k', ख: 'k', ग: 'g', घ: 'g', ङ: 'n', च: 'ch', छ: 'ch', ज: 'j', झ: 'j', ञ: 'n' },
  ...{ ट: 't', ठ: 't', ड: 'd', ढ: 'd', त: 't', थ: 't', द: 'd', ध: 'd', न: 'n' },
  ...{ प: 'p', फ: 'f', ब: 'b', भ: 'b', म: 'm', य: 'y', र: 'r', ल: 'l', व: 'v', श: 's', ष: 's', स: 's', ह: 'h' },
}

/** Translated, or English words that their letters would not give. */
const WORDS = new Map(
  (
    [
      ['east', 'पूर्व ईस्ट পূর্ব'],
      ['west', 'पश्चिम वेस्ट পশ্চিম'],
      ['north', 'उत्तर नॉर्थ উত্তর'],
      ['south', 'दक्षिण साउथ দক্ষিণ'],
      ['sector', 'सेक्टर સેક્ટર সেক্টর ਸੈਕਟਰ'],
      ['phase', 'फेज फेस फ़ेज़'],
      ['road', 'रोड रस्ता मार्ग রোড રોડ ರಸ್ತೆ ரோடு రోడ్డు'],
      ['greater', 'ग्रेटर'],
      ['lake', 'लेक লেক'],
      ['new', 'न्यू নিউ ન્યૂ'],
      ['town', 'टाउन টাউন'],
    ] as const
  ).flatMap(([word, names]) => names.split(' ').map((name) => [foldName(name), word] as const)),
)
