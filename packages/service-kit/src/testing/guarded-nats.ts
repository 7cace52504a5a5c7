import { randomBytes } from 'node:crypto'
import { BUS_ACCESS } from '@aangan/contracts/bus-access'
import { natsConfig, OPERATOR, passwordName } from '../bus/nats-access.ts'
import { type NatsProcess, startNatsServer } from './nats-server.ts'
import type { Found } from './needs.ts'
import { isMissing } from './server-process.ts'

export interface GuardedNats extends NatsProcess {
  /** With the user's password. */
  urlOf(user: string): string
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
    return { value: { ...server, urlOf } }
  } catch (error) {
    if (!isMissing(error)) throw error
    return { missing: 'no nats-server on the PATH' }
  }
}
