export interface Suggestion {
  value: string
  /** The other name that it is suggested for: 'Poona' for Pune. */
  typed?: string
  /** What helps to choose, shown beside it: '34 homes'. */
  note?: string
}

/** Those of the suggestions, in their order, that have a word beginning with what has been typed. */
export function matchSuggestions<S extends Suggestion>(all: readonly S[], text: string): S[] {
  const wanted = fold(text)
  return all.filter(({ value, typed = '' }) => [value, typed].some((name) => ` ${fold(name)}`.includes(` ${wanted}`)))
}

/** Without case, accents and needless spaces: ' Bengalūru' and 'bengaluru' are the same city. */
function fold(text: string): string {
  return text.trim().replace(/\s+/g, ' ').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
