import { foldName } from '@aangan/contracts/text/names'

export interface Suggestion {
  value: string
  /** The alternative name that matched: 'Poona' for Pune. */
  typed?: string
  /** Extra information: '34 homes'. */
  note?: string
}

/** Returns the suggestions with a word that starts with the text, in order. */
export function matchSuggestions<S extends Suggestion>(all: readonly S[], text: string): S[] {
  const wanted = fold(text)
  return all.filter(({ value, typed = '' }) => [value, typed].some((name) => ` ${fold(name)}`.includes(` ${wanted}`)))
}

export function isSameName(one: string, other: string): boolean {
  return foldName(one) === foldName(other)
}

function fold(text: string): string {
  return text
    .split(/[\s,]+/)
    .map(foldName)
    .filter(Boolean)
    .join(' ')
}
