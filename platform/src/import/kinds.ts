import type { Furnishing, PostType, Property } from '@aangan/contracts/post-constants'
import { PROPERTY_WORDS } from '@aangan/contracts/text/kinds'
import { quoted, type Reading, refused, understood } from './reading.ts'

/** On the words of a cell: letters only, lower case, one space between. */
type Patterns<K extends string> = readonly (readonly [K, RegExp])[]

const TYPES: Patterns<PostType> = [
  [
    'rent',
    /(?<!\bpre )\b(rent(al|als|ed|ing|s)?|(sub ?)?let(ting)?|tolet|lease[ds]?(?! hold)|leave (and )?licen[cs]e)\b/,
  ],
  // What is let already, or on leased land, is sold.
  [
    'buy',
    /\b(buy(ing)?|sales?|sell(ing)?|resale|purchase|ownership|freehold|outright|lease ?hold|pre (rented|leased))\b|\bnew\b(?!.*\b(rent|lease|let))/,
  ],
]

/** In running text `new` and `let` mean many things. */
const TYPES_IN_TEXT: Patterns<PostType> = [
  ['rent', /\b(for|on|to) (sale (or |and )?)?(rent|lease|let)\b|\brental\b/],
  ['buy', /\b(for|on) ((rent|lease) (or |and )?)?sale\b|\b(resale|to buy)\b/],
]

/** Words that only a file uses; `ap`, `ih`, `if` and `gc` are NoBroker's. */
const CELL_WORDS: Record<Property, string> = {
  land: '(?!)',
  condo: '^floors?$|^if$',
  apartment: '\\brk\\b|^ap$',
  house: '\\b(?:(?:independent|row|farm|residential) )*homes?\\b|^ih$|^gc$',
}

const PROPERTIES: Patterns<Property> = PROPERTY_WORDS.map(([kind, words]) => [
  kind,
  new RegExp(`\\b(?:${words})\\b|${CELL_WORDS[kind]}`),
])

const NO_HOME =
  /\b(office|shop|showroom|ware ?house|godown|hotel|guest house|commercial|industrial|co working|hostel)s?\b/

const FURNISHINGS: Patterns<Furnishing> = [
  ['unfurnished', /\b(un|not|non|no)[ -]?furnish(ed|ing)?\b|^(none|no?|false|(bare|warm) shell|bare|raw|un|uf|not)$/],
  ['semi-furnished', /\bsemi|\b(part(ly|ially|ial)?|half)\b|^sf$/],
  ['furnished', /furnished|^(full|fully|furnish|y|yes|true|ff)$/],
]

export function readType(text: string): Reading<PostType> {
  return one(text, 'type', kindsIn(wordsIn(text), TYPES), 'buy or rent')
}

/** `Independent/Builder Floor`, `1 RK/Studio Apartment`, `2 BHK Flat`: the kind that is named first. */
export function readProperty(text: string): Reading<Property> {
  return one(text, 'property', propertiesIn(text).slice(0, 1), 'apartment, house, condo or land')
}

export function readFurnishing(text: string): Reading<Furnishing | null> {
  if (text.trim() === '' || text.trim() === '-') return understood(null)
  const kinds = new Set(text.split(/[/,|&+]|\bor\b/i).flatMap(furnishingIn))
  return one(text, 'furnishing', [...kinds], 'furnished, semi-furnished or unfurnished')
}

/** `furnished` is a part of the two other words. */
function furnishingIn(part: string): Furnishing[] {
  const kinds = kindsIn(wordsIn(part), FURNISHINGS)
  return FURNISHINGS.map(([kind]) => kind)
    .filter((kind) => kinds.includes(kind))
    .slice(0, 1)
}

/** In a title such as `2 BHK flat for sale in Baner`. */
export function typeIn(text: string): PostType | null {
  const [kind, ...more] = kindsIn(wordsIn(text), TYPES_IN_TEXT)
  return more.length === 0 ? (kind ?? null) : null
}

export function propertyIn(text: string): Property | null {
  return propertiesIn(text)[0] ?? null
}

function propertiesIn(text: string): Property[] {
  const words = wordsIn(text)
  return NO_HOME.test(words) ? [] : kindsIn(words, PROPERTIES)
}

/** In the order in which they are named; of two at one place, the first of the table. */
function kindsIn<K extends string>(words: string, patterns: Patterns<K>): K[] {
  const found = patterns.map(([kind, pattern]) => ({ kind, at: words.search(pattern) }))
  return found
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ kind }) => kind)
}

/** Characters that may name a kind: the patterns take quadratic time. */
const LONGEST = 500

function wordsIn(text: string): string {
  return text
    .slice(0, LONGEST)
    .normalize('NFKC')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
}

function one<K>(text: string, what: string, kinds: K[], expected: string): Reading<K> {
  if (text.trim() === '') return refused(`the ${what} is empty`)
  const [kind, ...more] = kinds
  if (kind === undefined) return refused(`the ${what} ${quoted(text)} is unknown; it is one of ${expected}`)
  return more.length > 0 ? refused(`the ${what} ${quoted(text)} is both; it is one of ${expected}`) : understood(kind)
}
