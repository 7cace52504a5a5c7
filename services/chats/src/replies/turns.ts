/** A turn of somebody else's that a person has answered: from its first message to the answer. */
export interface Turn {
  /** The chat and the number of the answer. */
  id: string
  /** When it was answered, in milliseconds. */
  at: number
  tookMs: number
}

/** Turns that are kept of a person, and how many it takes to tell anything of them. */
const MOST_KEPT = 20
const FEWEST_TOLD = 3
const MINUTE_MS = 60_000

/** The turns with one more, the latest first; null where it changes nothing, so that it may come twice or late. */
export function withTurn(turns: Turn[], turn: Turn): Turn[] | null {
  if (turns.some(({ id }) => id === turn.id)) return null
  const kept = [...turns, turn]
    .sort((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))
    .slice(0, MOST_KEPT)
  return kept.includes(turn) ? kept : null
}

/** The median of what the turns answered since a time took; null where they are too few. */
export function usualMinutes(turns: Turn[], since: number): number | null {
  const took = turns
    .filter(({ at }) => at >= since)
    .map(({ tookMs }) => tookMs)
    .sort((one, other) => one - other)
  if (took.length < FEWEST_TOLD) return null
  const [low = 0, high = 0] = [took[Math.floor((took.length - 1) / 2)], took[Math.floor(took.length / 2)]]
  return Math.round((low + high) / 2 / MINUTE_MS)
}
