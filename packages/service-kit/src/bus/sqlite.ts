import type { Logger } from 'pino'
import { createSteadyClock } from '../steady-clock.ts'
import { answerOf, askTextOf } from './answer.ts'
import { showBacklog } from './backlog.ts'
import type { Bus, Questions, Subscription } from './bus.ts'
import { busCounters } from './counters.ts'
import { startFollower } from './follow.ts'
import { type BusOptions, type BusTuning, DEFAULT_TUNING } from './options.ts'
import { readBacklog } from './sqlite-backlog.ts'
import { broadcastInProcess, listenInProcess } from './sqlite-broadcasts.ts'
import { logFile } from './sqlite-file.ts'
import { acquireHub, type SqliteHub } from './sqlite-hub.ts'
import { trim, trimParked } from './sqlite-log.ts'
import { requestInProcess, respondInProcess } from './sqlite-requests.ts'
import { createSqliteSource } from './sqlite-source.ts'
import { createSqliteTail } from './sqlite-tail.ts'
import { createSubscriptions, deliveryRules, followRules, leaseMs, listenRules } from './subscriptions.ts'
import { noReply } from './time-limit.ts'
import { checkEventId, checkSubject, encode } from './wire.ts'
import { startWorker } from './worker.ts'

const TRIM_EVERY_MS = 60_000

/** Events of other processes arrive within 250 ms; requests and broadcasts stay in the process. */
export async function openSqliteBus<E, R extends Questions<R>, B>(
  folder: string,
  options: BusOptions,
): Promise<Bus<E, R, B>> {
  const hub = await acquireHub(await logFile(folder))
  const tuning = { ...DEFAULT_TUNING, ...options.tuning }
  const counters = busCounters(options.metrics)
  const log = options.log.child({ bus: options.name })
  const subscriptions = createSubscriptions()
  const trimming = startTrimming(hub, tuning, log)
  const hideBacklog = showBacklog(options.metrics, async () => readBacklog(hub.db), log)

  async function close(): Promise<void> {
    await subscriptions.close()
    hideBacklog()
    await trimming.stop()
    await hub.release()
  }
  let closed: Promise<void> | undefined

  return {
    async publish({ id, subject, data }) {
      subscriptions.assertOpen()
      checkEventId(id)
      checkSubject(subject)
      await hub.append({ id, subject, text: encode(`The event ${subject} ${id}`, data) })
      counters.published(subject)
    },
    async subscribe(wanted) {
      const rules = deliveryRules(wanted, { tuning, counters, log })
      return subscriptions.add(async () => {
        const times = { leaseMs: leaseMs(rules), lastDelayMs: tuning.lastDelayMs }
        const source = await createSqliteSource(hub, wanted.durable, wanted.subjects, times)
        return startWorker(source, rules)
      })
    },
    async follow(wanted) {
      const rules = followRules(wanted, { tuning, counters, log })
      return subscriptions.add(() => startFollower(createSqliteTail(hub, wanted.subjects), rules))
    },
    async broadcast(subject, data) {
      subscriptions.assertOpen()
      checkSubject(subject)
      broadcastInProcess(hub, subject, encode(`The broadcast ${subject}`, data))
    },
    async listen(wanted) {
      const rules = listenRules(wanted, log)
      return subscriptions.add(() => listenInProcess(hub, rules))
    },
    async request(subject, ask, options) {
      subscriptions.assertOpen()
      checkSubject(subject)
      return requestInProcess(hub, askTextOf(subject, ask, options), { timeoutMs: options.timeoutMs, log })
    },
    async respond(subject, ...responding) {
      checkSubject(subject)
      return subscriptions.add(() => respondInProcess(hub, subject, answerOf(subject, responding)))
    },
    async ping() {
      subscriptions.assertOpen()
      checkReadable(hub)
      await hub.ping()
    },
    close() {
      closed ??= close()
      return closed
    },
  }
}

function checkReadable(hub: SqliteHub): void {
  try {
    hub.db.prepare('SELECT count(*) FROM places').get()
  } catch (cause) {
    throw noReply('UNAVAILABLE', new Error(`The event log ${hub.file} cannot be read; check its disk`, { cause }))
  }
}

function startTrimming(hub: SqliteHub, tuning: BusTuning, log: Logger): Subscription {
  const now = createSteadyClock({ log })
  let running = Promise.resolve()
  async function run(): Promise<void> {
    try {
      for (const lost of await trim(hub.db, tuning, now()))
        log.error({ ...lost, keepMs: tuning.keepMs }, 'Expired events were removed before a durable had handled them')
      for (const gone of await trimParked(hub.db, tuning, now()))
        log.error({ ...gone, keepParkedMs: tuning.keepParkedMs }, 'Parked events were removed: nobody replayed them')
    } catch (error) {
      log.error({ err: error }, 'The event log could not be trimmed; retrying in a minute')
    }
  }
  function next(): void {
    running = running.then(run)
  }
  const timer = setInterval(next, Math.min(TRIM_EVERY_MS, tuning.dedupeMs)).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
