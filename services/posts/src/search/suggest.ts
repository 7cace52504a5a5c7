import { foldName } from '@aangan/contracts/cities'
import type { Place } from '@aangan/contracts/posts'
import { type Directory, type Entry, firstLetter, soundOf, wordsOf } from './directory.ts'

/** Match ranks, best first. */
const EXACT = 0
const PREFIX = 1
const WORDS = 2
const ALMOST = 3

interface Fit {
  entry: Entry
  rank: number
  alias: string | null
}

/** Minimum length for typo matching: almost anything is one edit away from two letters. */
const LEAST_LETTERS = 4

/** Exact matches, then prefixes, then word prefixes, each by listing count; if there are none, names one typo away. */
export function suggest(directory: Directory, q: string, limit: number): Place[] {
  const typed = { folded: foldName(q), words: wordsOf(q) }
  if (typed.folded === '') return []
  const likely = candidates(directory, typed).flatMap((entry) => fitOf(entry, typed) ?? [])
  const fits = likely.length > 0 ? likely : almost(directory, typed.folded)
  return fits
    .sort((a, b) => a.rank - b.rank || b.entry.place.count - a.entry.place.count)
    .slice(0, limit)
    .map(({ entry, alias }) => ({ ...entry.place, alias }))
}

/** What 'Andheri' leaves out of 'Andheri East', and 'Koramangala' of 'Koramangala 4th Block'. */
const PART = /^(east|west|north|south|central|e|w|n|s|phase|sector|stage|block|extension|\d+(st|nd|rd|th)?|[ivx]+)$/

/** Localities that `text` names without a comma before the city, or without saying which part. */
export function localitiesNamed({ byLetter }: Directory, text: string): Entry[] {
  const typed = wordsOf(text)
  const entries = byLetter.get(firstLetter(typed[0] ?? '')) ?? []
  return entries.filter((entry) => entry.place.locality !== null && isNamed(entry, typed))
}

function isNamed({ names, within }: Entry, typed: string[]): boolean {
  return typed.some((_, at) => {
    const city = typed.slice(at + 1).join('')
    if (city !== '' && !within.includes(city)) return false
    const own = typed.slice(0, at + 1)
    return names.some(({ folded, words }) => {
      if (own.join('') === folded) return true
      const isWhole = words.every((word) => own.includes(word) || PART.test(word))
      return isWhole && own.every((word) => words.includes(word)) && own.some((word) => !PART.test(word))
    })
  })
}

interface Typed {
  folded: string
  words: string[]
}

function candidates({ byLetter }: Directory, { folded, words }: Typed): Entry[] {
  const letters = new Set([folded, ...words].map(firstLetter))
  return [...new Set([...letters].flatMap((letter) => byLetter.get(letter) ?? []))]
}

function fitOf(entry: Entry, typed: Typed): Fit | null {
  const fits = entry.names.flatMap(({ folded, words, alias }) => {
    const rank = rankOf({ folded, words, within: entry.within }, typed)
    return rank === null ? [] : [{ entry, rank, alias }]
  })
  // Stable sort: on a tie the place's own name wins over an alias.
  return fits.sort((a, b) => a.rank - b.rank)[0] ?? null
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

function almost(directory: Directory, typed: string): Fit[] {
  if (typed.length < LEAST_LETTERS) return []
  const sound = soundOf(typed)
  const all = new Set([...directory.byLetter.values()].flat())
  return [...all].flatMap((entry) => {
    const name = entry.names.find((name) => beginsAlmost(name.sound, sound))
    return name ? [{ entry, rank: ALMOST, alias: name.alias }] : []
  })
}

/** Prefix match with one edit: a wrong, missing, extra or transposed letter. */
function beginsAlmost(name: string, typed: string): boolean {
  let at = 0
  while (at < typed.length && name[at] === typed[at]) at += 1
  const rest = typed.slice(at)
  return (
    name.startsWith(rest.slice(1), at + 1) ||
    name.startsWith(rest, at + 1) ||
    name.startsWith(rest.slice(1), at) ||
    (rest.length > 1 && name.startsWith(`${rest[1]}${rest[0]}${rest.slice(2)}`, at))
  )
}
