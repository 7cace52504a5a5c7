import type { Msg, NatsConnection, Subscription as NatsSubscription } from 'nats'
import type { Subscription } from './bus.ts'
import { createListening, type ListenRules } from './listening.ts'
import type { NatsLink } from './nats-link.ts'
import type { NatsNames } from './nats-stream.ts'

/** Waits for no connection: the client would buffer the message while the server is down and send it later. */
export async function broadcastOverNats(
  link: NatsLink,
  names: NatsNames,
  subject: string,
  text: string,
): Promise<void> {
  const connection = await link.connection(0)
  connection.publish(names.broadcast(subject), Buffer.from(text))
}

/** Resolves once the server knows the subscriptions, if it is available. */
export async function listenOverNats(link: NatsLink, names: NatsNames, rules: ListenRules): Promise<Subscription> {
  const { subjects, log } = rules
  const { hear, settle } = createListening(rules)
  let listening: NatsSubscription[] = []

  function listenTo(connection: NatsConnection, subject: string): NatsSubscription {
    return connection.subscribe(names.broadcast(subject), {
      callback(error: Error | null, message: Msg) {
        if (error) log.error({ err: error, subject }, 'The NATS subscription to a broadcast failed')
        // Only copies that a consumer or a request sent here have one, past the permissions of broadcasts.
        else if (message.reply) log.warn({ subject }, 'A message with a reply subject is no broadcast; ignoring it')
        else hear(subject, message.string())
      },
    })
  }

  const unsubscribe = link.onConnection((connection) => {
    listening = [...new Set(subjects)].map((subject) => listenTo(connection, subject))
  })
  await link.flush()
  return {
    async stop() {
      unsubscribe()
      for (const each of listening) each.unsubscribe()
      await settle()
    },
  }
}
