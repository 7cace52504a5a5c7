import { cityKey } from './cities.ts'
import { asTyped } from './text/characters.ts'
import { inLatin, spellingOf } from './text/spellings.ts'

/** Short forms and other names that real addresses and searches use, as whole words; both sides are read as the long one. */
const SHORT_FORMS: [short: string, long: string][] = [
  ['sect?', 'sector'],
  ['ph', 'phase'],
  ['blk', 'block'],
  ['ext?|extn|extention', 'extension'],
  ['rd', 'road'],
  ['gk', 'greater kailash'],
  ['bkc', 'bandra kurla complex'],
  ['cp', 'connaught place'],
  ['c ?r park', 'chittaranjan park'],
  ['i ?p(?= extension)', 'indraprastha'],
  ['s ?b(?= road)', 'senapati bapat'],
  ['pcmc', 'pimpri chinchwad'],
  ['e ?city', 'electronic city'],
  ['electronics', 'electronic'],
  ['crossings', 'crossing'],
  ['dlf(?= phase)', 'dlf city'],
  ['hinja?[vw]adi', 'hinjewadi'],
  ['pawai|pave', 'powai'],
  ['vandre', 'bandra'],
]
const COMPASS: Record<string, string> = { e: 'east', w: 'west', n: 'north', s: 'south' }
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x']

/** Numbers and directions that follow a name: the initials of C. V. Raman Nagar are neither. */
const BEHIND_A_WORD = '(?<=[a-z]{2} )'
const RULES: [RegExp, string | ((...found: string[]) => string)][] = [
  // GK1, Phase2, Sector 61Block E
  [/([a-z])(?=\d)/g, '$1 '],
  [/(\d)(?=[a-z]{3})/g, '$1 '],
  [/\b(\d+) ?(?:st|nd|rd|th)\b/g, '$1'],
  ...SHORT_FORMS.map(([short, long]): [RegExp, string] => [new RegExp(`\\b(?:${short})\\b`, 'g'), long]),
  [new RegExp(`${BEHIND_A_WORD}(${ROMAN.join('|')})\\b`, 'g'), (word) => String(ROMAN.indexOf(word) + 1)],
  [new RegExp(`${BEHIND_A_WORD}[ewns]$`), (word) => COMPASS[word] as string],
  // Greater Kailash Part 1; but Sector 15 Part 2 is not Sector 152.
  [new RegExp(`${BEHIND_A_WORD}(?:part|pt) (?=\\d)`, 'g'), ''],
]

/** Words that say which part of a locality: Andheri East, Sector 19 Dwarka. */
const PART = /^(?:east|west|north|south|central|phase|sector|stage|block|part|extension|\d+[a-z]?)$/
/** Words of the longest name that a search can begin. */
const LONGEST = 6

/** The words of a name in the form that all its short forms share, in Latin letters: `greater kailash 1` for `GK-I`. */
export function localityWords(text: string): string[] {
  const words = asTyped(text)
    .split(/[\s,/().–-]+/)
    .map(inLatin)
    .filter(Boolean)
  return RULES.reduce((all, [pattern, to]) => all.replace(pattern, to as string), words.join(' ')).split(' ')
}

/** The key a locality is searched by, equal for all spellings; empty if the text has no letter or digit. */
export function localityKey(text: string, city?: string): string {
  return keyOf(wordsIn(text, city))
}

/** Words with digits stay as they are: Sector 48C is not Sector 48. */
function keyOf(words: readonly string[]): string {
  let key = ''
  let letters = ''
  for (const word of words)
    if (/\d/.test(word)) {
      key += spellingOf(letters) + word
      letters = ''
    } else letters += word
  return key + spellingOf(letters)
}

/** Other keys that a locality is found by. */
export interface WiderKeys {
  /** The name without what says which part: `andheri` of Andheri West, `dwarka` of Sector 19 Dwarka. Null if that is all. */
  partOf: string | null
  /** The whole words that the name begins with, also with `partOf` first: of Dwarka Mor, and of Sector 19 Dwarka, `dwarka`. */
  begins: string[]
}

export function widerKeys(text: string, city?: string): WiderKeys {
  const words = wordsIn(text, city).slice(0, LONGEST)
  const [parts, names] = [words.filter(isPart), words.filter((word) => !isPart(word))]
  const begins = [
    ...words.map((_, at) => words.slice(0, at + 1)),
    ...(names.length === 0 ? [] : [names, ...parts.map((_, at) => [...names, ...parts.slice(0, at + 1)])]),
  ]
  const keys = new Set(begins.filter(isName).map(keyOf))
  keys.delete(keyOf(words))
  const main = keyOf(names)
  return { partOf: keys.has(main) ? main : null, begins: [...keys] }
}

/** Parts that have become names of their own. */
const NAMED_PART = /^(?:sector \d|south extension)/

/** Whether a text says a part of something else: `phase`, `east`, `Phase 2`, `4th Block`; but not `Sector 62`. */
export function isPartAlone(text: string): boolean {
  const words = localityWords(text)
  return words.every((word) => /^[a-z]$/.test(word) || isPart(word)) && !NAMED_PART.test(words.join(' '))
}

function isPart(word: string): boolean {
  return PART.test(word)
}

/** Not the `sector` of Sector 62, nor the `t` of T. Nagar. */
function isName([first = '', ...others]: string[]): boolean {
  return others.length > 0 || (first.length > 1 && !isPart(first))
}

/** Without the city that Sector-62 Noida repeats. New Delhi is not the New of Delhi. */
function wordsIn(text: string, city = ''): string[] {
  const words = localityWords(text)
  const isRepeated = /\d/.test(words.at(-2) ?? '') && cityKey(words.at(-1) as string) === cityKey(city)
  return isRepeated ? words.slice(0, -1) : words
}
