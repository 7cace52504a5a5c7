import { cityKey, cityName } from '@aangan/contracts/cities'
import { localityKey, localityWords } from '@aangan/contracts/locality-names'
import type { Place } from '@aangan/contracts/posts'
import { foldName, soundOf } from '@aangan/contracts/text/names'
import { type Directory, type Entry, firstLetter, type Name, wordsOf } from './directory.ts'

/** Match ranks, best first. */
const EXACT = 0
const PREFIX = 1
const WORDS = 2
const ALMOST = 3
/** People seldom mistype the first letter: 'manglore' is Mangalore, and not the larger Banglore. */
const BEGINS_OTHERWISE = 4

/** A place with fewer homes may itself be the misspelt name of a larger one. */
const LIKELY_HOMES = 3

interface Fit {
  entry: Entry
  rank: number
  alias: string | null
}

/** Minimum length for typo matching: almost anything is one edit away from two letters. */
const LEAST_LETTERS = { sound: 4, key: 3 }
/** Minimum length for two typos. */
const MANY_LETTERS = 8

/** Exact matches, then prefixes, then word prefixes, then prefixes in another spelling, each by listing count. */
export function suggestBegun(directory: Directory, q: string, limit: number): Place[] {
  const typed = typedAs(q)
  if (typed.folded === '') return []
  // Also as the form that all spellings share: 'sec 62', but 'ph' may become Phule Nagar.
  const words = localityWords(q)
  const shared = { ...typed, folded: words.join(''), words }
  const asked = shared.folded === typed.folded ? [typed] : [typed, shared]
  const entries = new Set(asked.flatMap((one) => candidates(directory, one)))
  const fits = [...entries].flatMap((entry) => asked.flatMap((one) => fitOf(entry, one) ?? []).sort(byRank)[0] ?? [])
  return placesOf(fits, limit)
}

/** Names with a typo: compares with all names, which takes far longer. */
export function suggestMisspelt(directory: Directory, q: string, limit: number): Place[] {
  return placesOf(almost(directory, typedAs(q)), limit)
}

function placesOf(fits: Fit[], limit: number): Place[] {
  return fits
    .sort(byRank)
    .slice(0, limit)
    .map(({ entry, alias }) => ({ ...entry.place, alias }))
}

function byRank(a: Fit, b: Fit): number {
  return a.rank - b.rank || b.entry.place.count - a.entry.place.count
}

interface Typed {
  folded: string
  words: string[]
  script: number
  /** Without a last a, which may be followed by a consonant that makes it mute. */
  key: string
}

function typedAs(q: string): Typed {
  return { folded: foldName(q), words: wordsOf(q), script: scriptOf(q), key: localityKey(q).replace(/a$/, '') }
}

/** Unicode gives each script of India 128 characters. */
function scriptOf(text: string): number {
  return (text.trim().codePointAt(0) ?? 0) >> 7
}

/** From Devanagari to Malayalam. */
function isIndian({ script }: Typed): boolean {
  return script >= 0x900 >> 7 && script <= 0xd00 >> 7
}

function candidates({ byLetter }: Directory, { folded, words }: Typed): Entry[] {
  const letters = new Set([folded, ...words].map(firstLetter))
  return [...new Set([...letters].flatMap((letter) => byLetter.get(letter) ?? []))]
}

function fitOf(entry: Entry, typed: Typed): Fit | null {
  const fits = entry.names.flatMap(({ folded, words, key, alias }) => {
    const isSpelt = typed.key.length >= LEAST_LETTERS.key && key.startsWith(typed.key)
    const rank = rankOf({ folded, words, within: entry.within }, typed) ?? (isSpelt ? ALMOST : null)
    return rank === null ? [] : [{ entry, rank, alias }]
  })
  return bestOf(fits, typed) ?? null
}

/** Of equal names, which differ in their script only, the one in the script of `typed`, else the place's own. */
function bestOf(fits: Fit[], typed: Typed): Fit | undefined {
  const isForeign = ({ alias }: Fit) => (alias !== null && scriptOf(alias) !== typed.script ? 1 : 0)
  const [best] = fits.sort((a, b) => a.rank - b.rank || isForeign(a) - isForeign(b))
  return best && { ...best, alias: aliasOf(best, typed) }
}

/** What was typed may fit only the name in another script. */
function aliasOf({ entry, alias }: Fit, { script }: Typed): string | null {
  if (scriptOf(alias ?? entry.place.place) === script) return alias
  return entry.names.find((name) => name.alias !== null && scriptOf(name.alias) === script)?.alias ?? alias
}

function rankOf(name: { folded: string; words: string[]; within: string[] }, typed: Typed): number | null {
  const { folded, words, within } = name
  if (typed.folded === folded) return EXACT
  if (folded.startsWith(typed.folded)) return PREFIX
  if (typed.folded.startsWith(folded)) {
    // 'Kothrud, Pu': the rest is the city.
    const rest = typed.folded.slice(folded.length)
    if (within.includes(rest)) return EXACT
    if (within.some((city) => city.startsWith(rest))) return PREFIX
  }
  const isOwn = (word: string) => words.some((own) => own.startsWith(word))
  const fits = (word: string) => isOwn(word) || within.some((city) => city.startsWith(word))
  return typed.words.some(isOwn) && typed.words.every(fits) ? WORDS : null
}

function almost(directory: Directory, typed: Typed): Fit[] {
  if (isWithoutHomes(directory, cityKey(typed.folded))) return []
  const bySound = { ...typed, by: 'sound', text: soundOf(typed.folded) } as const
  const byKey = { ...typed, by: 'key', text: typed.key } as const
  const alike = unionOf(withTypos(directory.all, bySound, 0), withTypos(directory.all, byKey, 0))
  if (alike.length > 0) return alike
  // Names in Indian scripts resemble only the keys of others.
  const near = withTypos(directory.all, isIndian(typed) ? byKey : bySound, 1)
  if (bySound.text.length < MANY_LETTERS || near.some(({ entry }) => entry.place.count >= LIKELY_HOMES)) return near
  // Two typos take longer to find: only among names that begin alike.
  return unionOf(near, withTypos(candidates(directory, typed), bySound, 2))
}

function unionOf(fits: Fit[], others: Fit[]): Fit[] {
  return [...fits, ...others.filter(({ entry }) => fits.every((fit) => fit.entry !== entry))]
}

/** A city that we know is not misspelt. */
function isWithoutHomes({ cities }: Directory, key: string): boolean {
  const name = cityName(key)
  return name !== null && cities.every(({ place }) => place.city !== name)
}

interface Misspelt extends Typed {
  /** What to compare with. */
  by: 'sound' | 'key'
  text: string
}

const NONE: Fit[] = []

function withTypos(entries: readonly Entry[], typed: Misspelt, typos: number): Fit[] {
  const { by, text } = typed
  if (text.length < LEAST_LETTERS[by]) return NONE
  return entries.flatMap((entry) => {
    const names = entry.names.filter((name) => isAlmost(name, entry.within, typed, typos))
    if (names.length === 0) return NONE
    const rankFor = (name: Name) => (name[by][0] === text[0] ? ALMOST : BEGINS_OTHERWISE)
    return (
      bestOf(
        names.map((name) => ({ entry, rank: rankFor(name), alias: name.alias })),
        typed,
      ) ?? NONE
    )
  })
}

/** Also 'Kohtrud, Pune', and 'Whitefield Banglaore'. */
function isAlmost(name: Name, within: string[], { by, text, words }: Misspelt, typos: number): boolean {
  if (beginsAlmost(name[by], text, typos)) return true
  if (by === 'key' || words.length === 1 || within.length === 0) return false
  if (!beginsAlmost(text, name.sound, typos)) return false
  return within.some((city) => beginsAlmost(soundOf(name.folded + city), text, typos))
}

/** Prefix match with so many edits: a wrong, missing, extra or transposed letter. */
function beginsAlmost(name: string, typed: string, edits: number): boolean {
  let at = 0
  while (at < typed.length && name[at] === typed[at]) at += 1
  if (at === typed.length) return true
  if (edits === 0) return false
  const [left, rest] = [name.slice(at + 1), typed.slice(at + 1)]
  const begins = edits > 1 ? beginsAlmost : startsWith
  return (
    begins(left, rest, edits - 1) ||
    begins(left, typed.slice(at), edits - 1) ||
    begins(name.slice(at), rest, edits - 1) ||
    (name[at] === typed[at + 1] && name[at + 1] === typed[at] && begins(left.slice(1), rest.slice(1), edits - 1))
  )
}

function startsWith(name: string, typed: string): boolean {
  return name.startsWith(typed)
}
