import { FURNISHINGS } from '../post-constants.ts'
import type { FilterName } from '../post-filters.ts'
import { asTyped } from '../text/characters.ts'
import { COUNT_RULES, KIND_RULES } from './homes.ts'
import { MOST, PRICE_RULES, typeAt } from './prices.ts'
import { type Facts, type Match, matchAt, phrase, type Rule } from './rule.ts'
import { within } from './within.ts'

/** What somebody typed into one box. */
export interface SearchText {
  /** Values as in `GET /posts`; without the place. */
  filters: Partial<Record<Exclude<FilterName, 'city'>, string>>
  /** The words that no rule reads, in their order: the place, if they name one. */
  place: string
}

interface Word {
  start: number
  end: number
  /** `joint`: belongs to the place only between two of its words, as in East of Kailash. */
  kind: 'place' | 'joint' | 'read'
}

/** `start` and `end` are indexes of the text. */
type IsName = (start: number, end: number) => boolean

const PLACELESS_RULES = [...COUNT_RULES, ...PRICE_RULES, ...KIND_RULES]
const RULES = [within, ...PLACELESS_RULES]
const WORD = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+(?:['’.][\p{L}\p{M}]+)*/uy
const NEAR_ME = phrase('(?:near(?:by)?|around|close to) me')
/** Say nothing that a filter could. */
const NOISE = phrase(
  [
    'in|at|pe|par|पर|near(?:by)?|around|close to|next to|me|mein|main|ke (?:paas|liye|pass)|में|मे|के (?:लिए|पास)',
    'please|pls|plz|(?:i )?(?:want|wanted|need|needed)|looking for|look for|search(?:ing)?(?: for)?|find(?: me)?|show(?: me)?|get',
    'available|required|chahiye|chaiye|चाहिए|homes?|ghar|घर|propert(?:y|ies)|residential|real estate',
    'budget|priced?|cost(?:ing)?|best|good|top|all|list(?:ings?)?|pin ?code|pin(?= ?\\d)',
  ].join('|'),
)
/** A rule that knows such a word begins with it. */
const REVERSING = new RegExp(
  `(?:(?!budget)(?:${MOST}|fewer than|no|not|non|without|except)(?![\\p{L}\\p{M}\\d])|<=?)[\\s-]*(?:(?:an?|the|any)\\s+)*`,
  'uy',
)
const JOINT = phrase('for|on|to|of|the|an?|with|and|or|from|by|i|my|is|are|any|some|ka|ki|ke|का|की|के')
/** Words of the longest name of a place. */
const LONGEST_NAME = 6
/** Characters; what people type is shorter, and each word is looked up with those behind it. */
const LONGEST = 100

/**
 * Reads `2bhk in Pune under 30k` into filters and the words that are left, which may name a place. Reads
 * nothing from `above 2 crore under 1 crore`.
 *
 * @param isPlace whether a text names a place: words of RK Layout or Rest House Road are then no rooms and no house
 */
export function readSearchText(text: string, isPlace: (name: string) => boolean = () => false): SearchText {
  const typed = asTyped(text).normalize('NFKC')
  // One letter may become eighteen.
  if (typed.length > LONGEST) return { filters: {}, place: text }
  const lower = typed.toLowerCase()
  const source = lower.length === typed.length ? typed : lower
  const isName: IsName = (start, end) => isPlace(source.slice(start, end))
  const { words, found } = scan(lower, isName, RULES)
  const place = placeOf(source, words)
  if (isContradictory(toFilters(found))) return { filters: {}, place: text }
  if (place !== '' || found.every(({ within }) => within === undefined)) return { filters: toFilters(found), place }
  const unplaced = scan(lower, isName, PLACELESS_RULES)
  return { filters: toFilters(unplaced.found), place: placeOf(source, unplaced.words) }
}

function isContradictory({ minPrice, maxPrice }: SearchText['filters']): boolean {
  return minPrice !== undefined && maxPrice !== undefined && Number(minPrice) > Number(maxPrice)
}

function scan(text: string, isPlace: IsName, rules: readonly Rule[]): { words: Word[]; found: Facts[] } {
  const words: Word[] = []
  const found: Facts[] = []
  for (let at = nextWord(text, 0); at < text.length; at = nextWord(text, words.at(-1)?.end ?? at + 1)) {
    const name = endOfName(text, at, isPlace)
    const match = name === null ? readAt(text, at, rules) : null
    if (match === null) words.push({ start: at, ...wordAt(text, at, name, rules) })
    else if (found.some((facts) => isOther(facts, match.facts)))
      words.push({ start: at, end: match.end, kind: 'place' })
    else {
      found.push(match.facts)
      words.push({ start: at, end: match.end, kind: 'read' })
    }
  }
  return { words, found }
}

/** Indexes of what may begin a word or a price. */
function nextWord(text: string, from: number): number {
  const found = text.slice(from).search(/[\p{L}\p{M}\d₹$<>]/u)
  return found === -1 ? text.length : from + found
}

/**
 * The end of the longest name of several words; null if there is none. One word may mean anything. A word that says
 * something with what follows ends no name: the 2 of `Phase 2bhk`.
 */
function endOfName(text: string, at: number, isPlace: IsName): number | null {
  if (at > 0 && /[\p{L}\d]/u.test(text[at - 1] as string)) return null
  const words: { start: number; end: number }[] = []
  for (let next = at; next < text.length && words.length < LONGEST_NAME; next = nextWord(text, next)) {
    const word = matchAt(WORD, text, next)
    if (word === null) break
    words.push({ start: next, end: next + word[0].length })
    next += word[0].length
  }
  const isLastWord = ({ start, end }: (typeof words)[number]) =>
    isPlace(at, end) && (readAt(text, start, RULES)?.end ?? 0) <= end
  return words.slice(1).findLast(isLastWord)?.end ?? null
}

/** Of these a search has one: a second, different one is not read. */
const SINGLE = ['property', 'minPrice', 'maxPrice', 'minSize', 'within'] as const

function isOther(facts: Facts, more: Facts): boolean {
  return SINGLE.some((name) => facts[name] !== undefined && more[name] !== undefined && facts[name] !== more[name])
}

function readAt(text: string, at: number, rules: readonly Rule[]): Match | null {
  for (const rule of rules) {
    const match = rule(text, at)
    if (match !== null) return match
  }
  return null
}

/** The end of words that say the reverse of what a rule would read behind the first: `under 3 bhk`, `not for rent`. */
function endOfReversed(text: string, at: number, rules: readonly Rule[]): number | null {
  const first = matchAt(REVERSING, text, at)
  return first && (readAt(text, at + first[0].length, rules)?.end ?? null)
}

function wordAt(text: string, at: number, name: number | null, rules: readonly Rule[]): Pick<Word, 'end' | 'kind'> {
  if (name !== null) return { end: name, kind: 'place' }
  const reversed = endOfReversed(text, at, rules)
  if (reversed !== null) return { end: reversed, kind: 'place' }
  const nearMe = matchAt(NEAR_ME, text, at)
  if (nearMe) return { end: at + nearMe[0].length, kind: 'place' }
  const noise = matchAt(NOISE, text, at)
  if (noise) return { end: at + noise[0].length, kind: 'read' }
  const end = at + (matchAt(WORD, text, at)?.[0].length ?? 1)
  return { end, kind: matchAt(JOINT, text, at) ? 'joint' : 'place' }
}

/** Neighbours with the commas between them, other parts with a space. */
function placeOf(text: string, words: readonly Word[]): string {
  const isPlace = ({ kind }: Word, at: number) =>
    kind === 'place' || (kind === 'joint' && besides(words.slice(at + 1)) && besides(words.slice(0, at).reverse()))
  const runs: { start: number; end: number }[] = []
  let isOpen = false
  for (const [at, word] of words.entries()) {
    const isPart = isPlace(word, at)
    const last = runs.at(-1)
    if (isPart && isOpen && last) last.end = word.end
    else if (isPart) runs.push({ start: word.start, end: word.end })
    isOpen = isPart
  }
  return runs.map(({ start, end }) => text.slice(start, end)).join(' ')
}

function besides(others: readonly Word[]): boolean {
  return others.find(({ kind }) => kind !== 'joint')?.kind === 'place'
}

function toFilters(found: readonly Facts[]): SearchText['filters'] {
  const facts: Facts = Object.assign({}, ...found)
  const types = new Set(found.flatMap(({ type }) => type ?? []))
  const type = types.size > 1 ? undefined : (facts.type ?? typeAt(facts))
  const bedroom = [...new Set(found.flatMap(({ bedroom = [] }) => bedroom))]
  const furnishing = FURNISHINGS.filter((one) => found.some((facts) => facts.furnishing === one))
  const values = { ...facts, type, bedroom: bedroom.join(), furnishing: furnishing.join() }
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}
