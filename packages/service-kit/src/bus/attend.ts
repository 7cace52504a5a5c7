import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import type { Attendance } from './bus.ts'
import type { BusCounters, Outcome } from './counters.ts'
import { endOf, startFollower, type Tail } from './follow.ts'
import type { Between, BusTuning } from './options.ts'

export interface AttendRules {
  subjects: readonly string[]
  between: Between
  handle(event: { subject: string; data: unknown }): void
  onGap(): void
  counters: BusCounters
  log: Logger
}

const PERSON = /^[\w-]+$/

/** The two whom an event concerns; null where its subject is of no two people. Throws BAD_REQUEST for what is no id. */
export function peopleOf(between: Between, subject: string, data: unknown): readonly [string, string] | null {
  const name = Object.hasOwn(between, subject) ? between[subject] : undefined
  if (!name) return null
  const people = name(data as never)
  if (people.every((person) => PERSON.test(person))) return people
  throw new AppError(
    'BAD_REQUEST',
    `The event ${subject} concerns ${people.join(' and ')}: use ids of letters and digits`,
  )
}

/** Hands over what an event says. Never throws: nobody could do anything about it. */
export function attempt({ handle, log }: AttendRules, subject: string, read: () => unknown): Outcome {
  try {
    handle({ subject, data: read() })
    return 'done'
  } catch (error) {
    log.error({ err: error, subject }, 'An event is left behind: it cannot be handled')
    return 'left_behind'
  }
}

/** Counts how often each person was asked for, and keeps something for as long as one is. */
export function createAttended<T extends object>(open: (person: string) => T, close: (kept: T) => void) {
  const attended = new Map<string, { count: number; kept: T; stay: object }>()
  return {
    all: () => attended.entries(),
    kept: (person: string): T | undefined => attended.get(person)?.kept,
    /** Whoever compares it may keep it for long, so nothing hangs on it. */
    held: (person: string): object | undefined => attended.get(person)?.stay,
    join(person: string): T {
      const known = attended.get(person) ?? { count: 0, kept: open(person), stay: {} }
      known.count += 1
      attended.set(person, known)
      return known.kept
    },
    leave(person: string): void {
      const known = attended.get(person)
      if (!known) return
      known.count -= 1
      if (known.count > 0) return
      attended.delete(person)
      close(known.kept)
    },
  }
}

/** Attends to a log that is read as a whole: no other process has to be kept from sending what nobody wants. */
export async function attendTail(tail: Tail, rules: AttendRules, tuning: BusTuning): Promise<Attendance> {
  const { join, leave, kept, held } = createAttended(
    () => ({ after: Number.POSITIVE_INFINITY }),
    () => {},
  )
  const following = await startFollower(tail, {
    ...rules,
    from: 'now',
    tuning,
    async handle({ subject, data, position }) {
      const isWanted = (person: string) => position > (kept(person)?.after ?? position)
      if (peopleOf(rules.between, subject, data)?.some(isWanted)) attempt(rules, subject, () => data)
    },
    onGap: async () => rules.onGap(),
  })
  return {
    async join(person) {
      const joined = join(person)
      joined.after = Math.min(joined.after, (await endOf(tail, rules.log)) ?? 0)
    },
    leave,
    held,
    stop: () => following.stop(),
  }
}
