import type { ListedEvent, ParkedEvents, ParkedKey } from '@aangan/service-kit/bus/parked'
import { AppError, isAppError } from '@aangan/service-kit/errors'
import type { EventsCommand } from './args.ts'
import { eventText } from './text.ts'

/** Runs an operator's command, and yields the lines to print. Throws NOT_FOUND for an unknown id. */
export async function* runCommand(command: EventsCommand, parked: ParkedEvents): AsyncGenerator<string> {
  if (command.do === 'list') yield* list(command, parked)
  else yield* act(command, parked)
}

async function* list(
  { durable, format }: Extract<EventsCommand, { do: 'list' }>,
  parked: ParkedEvents,
): AsyncGenerator<string> {
  let count = 0
  for await (const event of parked.list()) {
    if (durable !== null && event.durable !== durable) continue
    count += 1
    // One JSON value a line: the list may be longer than memory.
    yield format === 'json' ? JSON.stringify(inIsoTime(event)) : `${eventText(inIsoTime(event))}\n`
  }
  if (format === 'text') yield `${numberOf(count)} parked${count > 1 ? ', the longest parked first' : ''}.`
}

async function* act(command: Extract<EventsCommand, { ids: string[] }>, parked: ParkedEvents): AsyncGenerator<string> {
  const keys = await matching(command, parked)
  const unknown = command.ids.filter((id) => !keys.some((key) => key.id === id))
  if (unknown.length > 0)
    throw new AppError('NOT_FOUND', `No parked event has the id ${unknown.join(', ')}. List them with npm run events.`)
  const refusals = new Set<string>()
  let count = 0
  for (const key of keys) {
    try {
      if (await parked[command.do](key)) count += 1
    } catch (error) {
      if (!isAppError(error) || error.code !== 'CONFLICT') throw error
      refusals.add(error.message)
    }
  }
  yield `${numberOf(count)} ${command.do === 'replay' ? 'replayed' : 'discarded'}.`
  if (refusals.size > 0) throw new AppError('CONFLICT', [...refusals].join('. '))
}

/** All of them before the first is replayed: one that fails again is listed again. */
async function matching(
  { durable, ids }: Extract<EventsCommand, { ids: string[] }>,
  parked: ParkedEvents,
): Promise<ParkedKey[]> {
  const keys: ParkedKey[] = []
  for await (const event of parked.list()) {
    const isWanted = (durable === null || event.durable === durable) && (ids.length === 0 || ids.includes(event.id))
    if (isWanted) keys.push({ durable: event.durable, id: event.id })
  }
  return keys
}

function inIsoTime({ publishedAt, parkedAt, expiresAt, ...event }: ListedEvent) {
  const iso = (time: number) => new Date(time).toISOString()
  return { ...event, publishedAt: iso(publishedAt), parkedAt: iso(parkedAt), expiresAt: iso(expiresAt) }
}

function numberOf(count: number): string {
  return `${count} ${count === 1 ? 'event' : 'events'}`
}
