import type { Suggestion } from './suggestions.ts'

/**
 * The value that an arrow key goes to from the one reached so far; null is the text itself, which lies before the first
 * suggestion and after the last. What is no longer suggested counts as the text.
 */
export function nextReached(suggestions: readonly Suggestion[], reached: string | null, step: 1 | -1): string | null {
  const places = [null, ...suggestions.map(({ value }) => value)]
  const at = Math.max(0, places.indexOf(reached))
  return places[(at + step + places.length) % places.length] ?? null
}
