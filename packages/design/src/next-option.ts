import type { Suggestion } from './suggestions.ts'

/** Returns the next value for an arrow key, cycling through the text (null) and the suggestions. A value no longer suggested counts as the text. */
export function nextOption(suggestions: readonly Suggestion[], current: string | null, step: 1 | -1): string | null {
  const stops = [null, ...suggestions.map(({ value }) => value)]
  const at = Math.max(0, stops.indexOf(current))
  return stops[(at + step + stops.length) % stops.length] ?? null
}
