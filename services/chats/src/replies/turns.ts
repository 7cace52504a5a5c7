/** From the first message of the other person's turn to the reply. */
export interface Turn {
  /** `<chatId>:<rev of the reply>` */
  id: string
  /** Time of the reply, in epoch milliseconds. */
  at: number
  tookMs: number
}

const MOST_KEPT = 20
const FEWEST_TOLD = 3
const MINUTE_MS = 60_000

/** Latest first; null for a duplicate, or a turn too old to keep. */
export function withTurn(turns: Turn[], turn: Turn): Turn[] | null {
  if (turns.some(({ id }) => id === turn.id)) return null
  const kept = [...turns, turn]
    .sort((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))
    .slice(0, MOST_KEPT)
  return kept.includes(turn) ? kept : null
}

/** Median reply time; null if there are too few turns. */
export function usualMinutes(turns: Turn[], since: number): number | null {
  const took = turns
    .filter(({ at }) => at >= since)
    .map(({ tookMs }) => tookMs)
    .sort((one, other) => one - other)
  if (took.length < FEWEST_TOLD) return null
  const [low = 0, high = 0] = [took[Math.floor((took.length - 1) / 2)], took[Math.floor(took.length / 2)]]
  return Math.round((low + high) / 2 / MINUTE_MS)
}
