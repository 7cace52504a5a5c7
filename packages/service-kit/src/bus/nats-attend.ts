import { randomUUID } from 'node:crypto'
import type { Msg, NatsConnection, Subscription as NatsSubscription } from 'nats'
import { isAppError } from '../errors.ts'
import { type AttendRules, attempt, createAttended } from './attend.ts'
import type { Attendance } from './bus.ts'
import type { NatsLink } from './nats-link.ts'
import { createMissed } from './nats-missed.ts'
import type { NatsNames } from './nats-stream.ts'
import type { BusTuning } from './options.ts'
import { decode } from './wire.ts'

const LOOK_MS = 1_000
/** An empty label is none. */
const NO_DURABLE = ''

/**
 * Hears the events of some people as they are published, through plain subscriptions: those of others never reach this
 * process. Whenever the server was away, what the stream has kept since is handed over first.
 */
export async function attendOverNats(
  link: NatsLink,
  names: NatsNames,
  rules: AttendRules,
  tuning: BusTuning,
): Promise<Attendance> {
  const { subjects, log, counters } = rules
  // Of a group's subscriptions a server gives each event to one, also where both of its people are attended.
  const queue = randomUUID()
  let connection: NatsConnection | undefined
  /** What is published while the stream is read; null when it is not. */
  let waiting: Msg[] | null = null
  let looking: Promise<void> | undefined

  const attended = createAttended(
    (person) => ({ listening: listenTo(person), ready: link.flush() }),
    ({ listening }) => void end(listening),
  )
  const missed = createMissed(
    link,
    names,
    {
      ...rules,
      take(message) {
        if (names.peopleOf(message.subject).some((person) => attended.held(person))) take(message)
      },
    },
    tuning,
  )

  function listenTo(person: string): NatsSubscription[] {
    const patterns = subjects.flatMap((subject) => names.eventsOf(subject, person))
    return patterns.flatMap((pattern) => connection?.subscribe(pattern, { queue, callback: hear }) ?? [])
  }

  /** What the server has sent by then is heard: of a group, no other subscription gets it. */
  async function end(listening: NatsSubscription[]): Promise<void> {
    if (connection && !connection.isClosed()) await Promise.all(listening.map((each) => each.drain()))
  }

  function hear(error: Error | null, message: Msg): void {
    if (error) log.error({ err: error, subjects }, 'NATS does not let this process hear events')
    else if (waiting) waiting.push(message)
    else take(message)
  }

  function take(message: Pick<Msg, 'subject' | 'string'>): void {
    const subject = names.subjectOf(message.subject)
    counters.delivered(
      NO_DURABLE,
      subject,
      attempt(rules, subject, () => decode(message.string())),
    )
  }

  async function look(): Promise<void> {
    try {
      await missed.look()
    } catch (error) {
      // The link reports that the server is away; there is nothing to add.
      if (!isAppError(error)) log.warn({ err: error, subjects }, 'The stream could not be read; trying again')
    }
    for (const message of waiting ?? []) take(message)
    waiting = null
    looking = undefined
  }

  function lookNow(): Promise<void> {
    looking ??= look()
    return looking
  }

  const forget = [
    link.onConnection((next) => {
      connection = next
      for (const [person, { kept }] of attended.all()) kept.listening = listenTo(person)
    }),
    link.onUp(() => {
      missed.owe()
      waiting ??= []
      void lookNow()
    }),
  ]
  await lookNow()
  const timer = setInterval(lookNow, LOOK_MS)
  return {
    join: (person) => attended.join(person).ready,
    leave: attended.leave,
    held: attended.held,
    async stop() {
      clearInterval(timer)
      for (const each of forget) each()
      await Promise.all([...attended.all()].map(([, { kept }]) => end(kept.listening)))
      await looking
    },
  }
}
