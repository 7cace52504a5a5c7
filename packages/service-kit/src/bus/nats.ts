import { answerOf, askTextOf } from './answer.ts'
import { showBacklog } from './backlog.ts'
import type { Bus, Questions } from './bus.ts'
import { busCounters } from './counters.ts'
import { startFollower } from './follow.ts'
import { readNatsBacklog, type Unhandled } from './nats-backlog.ts'
import { broadcastOverNats, listenOverNats } from './nats-broadcasts.ts'
import type { NatsConsumer } from './nats-consumer.ts'
import { openNatsLink } from './nats-link.ts'
import { publishToStream } from './nats-publish.ts'
import { requestOverNats, respondOverNats } from './nats-requests.ts'
import { createNatsSource } from './nats-source.ts'
import { manager, natsNames } from './nats-stream.ts'
import { createNatsTail } from './nats-tail.ts'
import { type BusOptions, DEFAULT_TUNING } from './options.ts'
import { createSubscriptions, deliveryRules, followRules, leaseMs, listenRules } from './subscriptions.ts'
import { noReply } from './time-limit.ts'
import { checkEventId, checkSubject, encode } from './wire.ts'
import { startWorker } from './worker.ts'

const PING_TIMEOUT_MS = 2_000

/** Opens even while the server is unavailable and reconnects forever. Creates the stream and consumers if missing. */
export async function openNatsBus<E, R extends Questions<R>, B>(
  url: string,
  options: BusOptions,
): Promise<Bus<E, R, B>> {
  const tuning = { ...DEFAULT_TUNING, ...options.tuning }
  const counters = busCounters(options.metrics)
  const log = options.log.child({ bus: options.name })
  const names = natsNames(options.prefix)
  const link = await openNatsLink(url, options.name, log)
  const subscriptions = createSubscriptions()
  const consumers = new Map<NatsConsumer, Unhandled>()
  const hideBacklog = showBacklog(options.metrics, () => readNatsBacklog(link, names, consumers), log)

  async function close(): Promise<void> {
    await subscriptions.close()
    hideBacklog()
    await link.close()
  }
  let closed: Promise<void> | undefined

  return {
    async publish({ id, subject, data }) {
      subscriptions.assertOpen()
      checkEventId(id)
      checkSubject(subject)
      const text = encode(`The event ${subject} ${id}`, data)
      await publishToStream(link, names, tuning, { id, subject, text })
      counters.published(subject)
    },
    async subscribe(wanted) {
      const rules = deliveryRules(wanted, { tuning, counters, log })
      return subscriptions.add(() => {
        const { durable, subjects } = wanted
        const consumer = { durable, subjects, leaseMs: leaseMs(rules) }
        const unhandled: Unhandled = new Map()
        const worker = startWorker(createNatsSource(link, names, { ...consumer, unhandled }, tuning), rules)
        consumers.set(consumer, unhandled)
        return { stop: () => worker.stop().finally(() => consumers.delete(consumer)) }
      })
    },
    async follow(wanted) {
      const rules = followRules(wanted, { tuning, counters, log })
      return subscriptions.add(() =>
        startFollower(createNatsTail(link, names, { user: options.name, subjects: wanted.subjects }, tuning), rules),
      )
    },
    async broadcast(subject, data) {
      subscriptions.assertOpen()
      checkSubject(subject)
      await broadcastOverNats(link, names, subject, encode(`The broadcast ${subject}`, data))
    },
    async listen(wanted) {
      const rules = listenRules(wanted, log)
      return subscriptions.add(() => listenOverNats(link, names, rules))
    },
    async request(subject, ask, options) {
      subscriptions.assertOpen()
      checkSubject(subject)
      return requestOverNats(link, names, askTextOf(subject, ask, options), options.timeoutMs)
    },
    async respond(subject, ...responding) {
      checkSubject(subject)
      return subscriptions.add(() =>
        respondOverNats(link, names, { subject, answer: answerOf(subject, responding), log }),
      )
    },
    async ping() {
      subscriptions.assertOpen()
      const connection = await link.connection(PING_TIMEOUT_MS)
      try {
        await (await manager(connection)).getAccountInfo()
      } catch (cause) {
        throw noReply('UNAVAILABLE', new Error(`JetStream does not respond at ${connection.getServer()}`, { cause }))
      }
    },
    close() {
      closed ??= close()
      return closed
    },
  }
}
