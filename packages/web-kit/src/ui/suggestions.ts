export interface Suggestion {
  value: string
  /** What helps to choose, shown beside it: '34 homes'. */
  note?: string
}

const MOST = 8

/**
 * The suggestions for what has been typed, at most eight, in the order given: those that begin with it first, then
 * those with a word that does. Before anything is typed, and when it names one exactly, the first eight.
 */
export function matchSuggestions<S extends Suggestion>(all: readonly S[], typed: string): S[] {
  const wanted = fold(typed)
  if (!wanted || all.some(({ value }) => fold(value) === wanted)) return all.slice(0, MOST)
  const first = all.filter(({ value }) => fold(value).startsWith(wanted))
  const then = all.filter(({ value }) => !fold(value).startsWith(wanted) && fold(value).includes(` ${wanted}`))
  return [...first, ...then].slice(0, MOST)
}

/** Without case and accents: 'Bengalūru ' and 'bengaluru' are the same city. */
function fold(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
