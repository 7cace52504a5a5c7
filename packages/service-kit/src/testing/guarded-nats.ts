import { randomBytes } from 'node:crypto'
import { BUS_ACCESS } from '@aangan/contracts/bus-access'
import { connect, type NatsConnection } from 'nats'
import { natsConfig, OPERATOR, passwordName } from '../bus/nats-access.ts'
import { type NatsProcess, startNatsServer } from './nats-server.ts'
import type { Found } from './needs.ts'
import { isMissing } from './server-process.ts'

export interface GuardedNats extends NatsProcess {
  /** With the user's password. */
  urlOf(user: string): string
  /** The subjects of all messages from now on. */
  watch(): Promise<Set<string>>
}

/** A nats-server with the users and permissions of the scaled form. `config` replaces its configuration. */
export async function findGuardedNats(config = natsConfig(BUS_ACCESS)): Promise<Found<GuardedNats>> {
  const users = [OPERATOR, ...Object.keys(BUS_ACCESS)]
  const passwords = Object.fromEntries(users.map((user) => [user, `p${randomBytes(16).toString('hex')}`]))
  const env = Object.fromEntries(Object.entries(passwords).map(([user, pass]) => [passwordName(user), pass]))
  try {
    const credentials = { user: OPERATOR, pass: passwords[OPERATOR] ?? '' }
    const server = await startNatsServer({ config, env, credentials })
    const urlOf = (user: string) => `nats://${user}:${passwords[user]}@${new URL(server.url).host}`
    const watching: NatsConnection[] = []
    return {
      value: {
        ...server,
        urlOf,
        async watch() {
          const connection = await connect({ servers: new URL(server.url).host, ...credentials })
          watching.push(connection)
          const seen = new Set<string>()
          connection.subscribe('>', { callback: (_error, { subject }) => void seen.add(subject) })
          await connection.flush()
          return seen
        },
        async stop() {
          for (const connection of watching) await connection.close()
          await server.stop()
        },
      },
    }
  } catch (error) {
    if (!isMissing(error)) throw error
    return { missing: 'no nats-server on the PATH' }
  }
}
