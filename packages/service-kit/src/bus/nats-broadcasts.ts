import type { Msg, NatsConnection, Subscription as NatsSubscription } from 'nats'
import type { Subscription } from './bus.ts'
import { createListening, type ListenRules } from './listening.ts'
import type { NatsLink } from './nats-link.ts'
import type { NatsNames } from './nats-stream.ts'

/** The client would keep it for a server that is away and send it later, so the link is asked first. */
export async function broadcastOverNats(
  link: NatsLink,
  names: NatsNames,
  subject: string,
  text: string,
): Promise<void> {
  const connection = await link.connection(0)
  connection.publish(names.broadcast(subject), Buffer.from(text))
}

/** Listens on every connection that the link has. Resolves once the server knows, where it is there. */
export async function listenOverNats(link: NatsLink, names: NatsNames, rules: ListenRules): Promise<Subscription> {
  const { subjects, log } = rules
  const { hear, settle } = createListening(rules)
  let listening: NatsSubscription[] = []

  function listenTo(connection: NatsConnection, subject: string): NatsSubscription {
    return connection.subscribe(names.broadcast(subject), {
      callback(error: Error | null, message: Msg) {
        if (error) log.error({ err: error, subject }, 'NATS does not let this process listen')
        else hear(subject, message.string())
      },
    })
  }

  const forget = link.onConnection((connection) => {
    listening = [...new Set(subjects)].map((subject) => listenTo(connection, subject))
  })
  await link.flush()
  return {
    async stop() {
      forget()
      for (const each of listening) each.unsubscribe()
      await settle()
    },
  }
}
