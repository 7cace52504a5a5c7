import type { Format } from '@aangan/contracts/format'
import type { Views } from '@aangan/contracts/posts'

/** Days in the chart. */
const DAYS = 30
const DAY_MS = 86_400_000

export type ViewsOfDay = Views['days'][number]

/** Fills in days without views; oldest first, today last. */
export function lastDays(days: readonly ViewsOfDay[], now: Date): ViewsOfDay[] {
  const counts = new Map(days.map(({ day, count }) => [day, count]))
  return Array.from({ length: DAYS }, (_, at) => {
    const day = new Date(now.getTime() - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10)
    return { day, count: counts.get(day) ?? 0 }
  })
}

/** Whether the UTC day has the date of now in India, where it begins at 5:30 am. */
export function isToday(day: string, now: Date, format: Pick<Format, 'date'>): boolean {
  return dateOf(day, format) === format.date(now.toISOString())
}

export function dateOf(day: string, format: Pick<Format, 'date'>): string {
  return format.date(`${day}T00:00:00.000Z`)
}

export function sumOf(days: readonly ViewsOfDay[]): number {
  return days.reduce((sum, { count }) => sum + count, 0)
}

/** The day with the most views, the latest on a tie; null if there are none. */
export function busiest(days: readonly ViewsOfDay[]): ViewsOfDay | null {
  const most = Math.max(...days.map(({ count }) => count))
  return most > 0 ? (days.findLast(({ count }) => count === most) ?? null) : null
}
