import type { BusAccess } from '@aangan/contracts/bus-access'
import { commonSubject, consumerName } from './nats-consumer.ts'
import { inboxOf } from './nats-link.ts'
import { type NatsNames, natsNames } from './nats-stream.ts'
import { tailNames } from './nats-tail-names.ts'
import { DEFAULT_PREFIX } from './options.ts'

/** Subjects that a user may publish to and subscribe to. */
export interface NatsPermissions {
  publish: string[]
  subscribe: string[]
}

type Table = Readonly<Record<string, BusAccess>>

/** Throws if one consumer would need the events of several kinds: its filter would match all events. */
export function permissionsOf(table: Table, user: string, prefix = DEFAULT_PREFIX): NatsPermissions {
  const names = natsNames(prefix)
  const { publishes = [], broadcasts = [], hears = [], asks = [], answers = [] } = table[user] ?? {}
  return {
    publish: [
      // Tells whether JetStream responds.
      '$JS.API.INFO',
      ...publishes.map(names.event),
      ...broadcasts.map(names.broadcast),
      ...asks.map(names.question),
      // Replies. Not `allow_responses`: whoever asks chooses the subject of the reply.
      ...askersOf(table, answers).map((asker) => `${inboxOf(asker)}.>`),
      ...ofStream(table[user] ?? {}, user, names),
    ],
    subscribe: [`${inboxOf(user)}.>`, ...hears.map(names.broadcast), ...answers.map(names.question)],
  }
}

function askersOf(table: Table, answers: readonly string[]): string[] {
  const asksOne = ([, { asks = [] }]: [string, BusAccess]) => asks.some((subject) => answers.includes(subject))
  return Object.entries(table)
    .filter(asksOne)
    .map(([asker]) => asker)
}

/** Nobody may change or delete a stream. Creating one does nothing while it exists. */
function ofStream({ publishes, subscribes, follows }: BusAccess, user: string, names: NatsNames): string[] {
  const consumers = Object.entries(subscribes ?? {})
  if (!publishes && consumers.length === 0 && !follows) return []
  const { stream } = names
  const durables = consumers.map(([durable, subjects]) => ({
    durable,
    name: consumerName({ durable, subjects }),
    subjects,
    also: (name: string) => `$JS.ACK.${stream}.${name}.>`,
  }))
  const groups = groupedByFirstWord(follows ?? [])
  const tails = (follows ? tailNames(user) : []).flatMap((name) =>
    groups.map((subjects) => ({
      name,
      subjects,
      also: (tail: string) => `$JS.API.CONSUMER.DELETE.${stream}.${tail}`,
    })),
  )
  const all = [
    `$JS.API.STREAM.INFO.${stream}`,
    `$JS.API.STREAM.CREATE.${stream}`,
    ...(consumers.length > 0 ? [`$JS.API.CONSUMER.LIST.${stream}`, ...ofOwnStreams(names)] : []),
    ...durables.flatMap(({ durable, name }) => [names.parkedOf(durable), names.outagesOf(name, '*')]),
    ...[...durables, ...tails].flatMap(({ name, subjects, also }) => [
      `$JS.API.CONSUMER.CREATE.${stream}.${name}.${names.event(filterOf(name, subjects))}`,
      `$JS.API.CONSUMER.INFO.${stream}.${name}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${name}`,
      also(name),
    ]),
  ]
  return [...new Set(all)]
}

/** Each is followed on its own: a filter over several kinds would match all events. */
function groupedByFirstWord(subjects: readonly string[]): string[][] {
  const words = new Set(subjects.map((subject) => subject.split('.')[0]))
  return [...words].map((word) => subjects.filter((subject) => subject.split('.')[0] === word))
}

/** For what consumers keep about events that they could not handle. */
function ofOwnStreams({ parked, outages }: NatsNames): string[] {
  // Outages are numbers. Parked events are data, which only the operator may read.
  const ofBoth = [parked, outages].flatMap((name) => [`$JS.API.STREAM.INFO.${name}`, `$JS.API.STREAM.CREATE.${name}`])
  return [...ofBoth, `$JS.API.STREAM.MSG.GET.${outages}`]
}

function filterOf(name: string, subjects: readonly string[]): string {
  const filter = commonSubject(subjects)
  if (filter !== '>') return filter
  throw new Error(`${name} reads ${subjects.join(' and ')}, so it could read every event: use a durable for each kind`)
}

/** The variable with a user's password in the environment of the server. */
export function passwordName(user: string): string {
  return `PASSWORD_OF_${user.toUpperCase()}`
}

/** May do everything: for commands, and for the `nats` tool. */
export const OPERATOR = 'operator'

/** A configuration file of nats-server, with a user for each part; the passwords are in its environment. */
export function natsConfig(table: Table, prefix = DEFAULT_PREFIX): string {
  const users = Object.keys(table).map((user) => {
    const { publish, subscribe } = permissionsOf(table, user, prefix)
    return `    {
      user: ${user}, password: $${passwordName(user)}
      permissions: {
        publish: { allow: [${listed(publish)}] }
        subscribe: { allow: [${listed(subscribe)}] }
      }
    }`
  })
  return `# Written by npm run secrets, from packages/contracts/src/bus-access.ts.
authorization {
  users: [
    { user: ${OPERATOR}, password: $${passwordName(OPERATOR)} }
${users.join('\n')}
  ]
}
`
}

function listed(subjects: string[]): string {
  return `\n${subjects.map((subject) => `          "${subject}"`).join('\n')}\n        `
}
