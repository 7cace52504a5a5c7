import { DELETED_USER } from '@aangan/contracts/chat-constants'
import { askInChunks } from '@aangan/service-kit/ask-in-chunks'
import type { Mailer } from '@aangan/service-kit/mail'
import type { Parts } from '@aangan/service-kit/parts'
import { startSweeping } from '@aangan/service-kit/sweeping'
import { newSecret } from '@aangan/service-kit/tokens'
import { NEVER, type SeatDoc, seatIdOf } from '../chat.ts'
import type { ChatsConfig } from '../config.ts'
import type { ChatStore } from '../store.ts'
import { awayMail, SHOWN_CHATS, type Unread } from './away-mail.ts'
import type { ReaderStore } from './reader-store.ts'

type AwayParts = { store: ChatStore; readers: ReaderStore; mailer: Mailer; config: ChatsConfig } & Pick<
  Parts,
  'bus' | 'log' | 'now'
>

/** People processed concurrently: as many as the mailer has connections. */
const AT_ONCE = 5
const MOST_WAITING = 100
const MOST_OF_ONE = 200
const SHOWN_MESSAGES = 3
const WAIT_MS = 5_000
/** Pause between mails to a person. Held before sending: after a crash, the mail may or may not have gone out. */
const CALM_MS = 3_600_000
const RETRY_MS = 60_000
const MOST_RETRY_MS = 6 * 3_600_000
const STOP_MS = 180 * 86_400_000

/** Safe to run in several replicas. */
export function startAwayMails(parts: AwayParts): { stop(): Promise<void> } {
  const { store, readers, config, log, now } = parts
  let isStopping = false

  async function sweep(): Promise<void> {
    while (!isStopping) {
      const waiting = await store.seats.waiting(now().getTime() - config.AWAY_MS, MOST_WAITING)
      const people = [...new Set(waiting.map(({ userId }) => userId))]
      for (let from = 0; from < people.length && !isStopping; from += AT_ONCE)
        await Promise.all(people.slice(from, from + AT_ONCE).map((userId) => mailIfDue(parts, userId)))
      if (waiting.length < MOST_WAITING) break
    }
    await readers.stops.sweep(now())
  }

  const failure = 'could not check for unread messages to mail'
  const sweeping = startSweeping({ everyMs: config.AWAY_SWEEP_MS, sweep, failure, log })
  return {
    async stop() {
      isStopping = true
      await sweeping.stop()
    },
  }
}

/** Afterwards nothing is due for this person. Throws only on store failures. */
async function mailIfDue(parts: AwayParts, userId: string): Promise<void> {
  const { store, readers, config, log, now } = parts
  const at = now().getTime()
  const reader = await readers.claim(userId, at, at + CALM_MS)
  const waiting = await store.seats.waitingOf(userId, MOST_OF_ONE)
  const putOff = (until: number) => store.seats.wait(waiting, until - config.AWAY_MS)
  if (reader === null) return await putOff(at + RETRY_MS)
  let isMailed: boolean
  try {
    isMailed = reader.mails === 'on' && (await sendMail(parts, userId, waiting))
  } catch (error) {
    log.warn({ err: error, userId }, 'could not mail unread messages; will retry')
    const again = at + Math.min(RETRY_MS * 2 ** reader.failures, MOST_RETRY_MS)
    await putOff(again)
    return await readers.release(reader, { failures: reader.failures + 1, heldUntil: again })
  }
  await store.seats.wait(waiting, NEVER)
  await readers.release(reader, { failures: 0, heldUntil: isMailed ? reader.heldUntil : 0 })
}

/** Returns false if there is nothing to mail, or the reader has no confirmed address. */
async function sendMail(parts: AwayParts, userId: string, waiting: SeatDoc[]): Promise<boolean> {
  const { readers, mailer, config, bus, now } = parts
  const open = await withoutBlocked(parts, waiting)
  if (open.length === 0) return false
  const people = [userId, ...open.map(({ otherId }) => otherId)]
  const found = await askInChunks(people, (ids) => bus.request('accounts.find', { ids }, { timeoutMs: WAIT_MS }))
  const confirmed = new Map(found.filter(({ mailTo }) => mailTo !== null).map((account) => [account.id, account]))
  // Anybody can register a name that looks like ours: our mails carry no texts of writers who confirmed no address.
  const seats = open.filter(({ otherId }) => confirmed.has(otherId))
  const account = confirmed.get(userId)
  if (!account?.mailTo || seats.length === 0) return false
  const unread = await unreadOf(parts, seats)
  const { token, hash } = newSecret()
  await readers.stops.add({ _id: hash, userId, expiresAt: new Date(now().getTime() + STOP_MS).toISOString() })
  const { username, mailTo } = account
  await mailer.send(awayMail(unread, { username, email: mailTo, token }, config))
  return true
}

/** Latest message first. */
async function withoutBlocked({ store }: AwayParts, waiting: SeatDoc[]): Promise<SeatDoc[]> {
  const others = await store.seats.findMany(waiting.map(({ chatId, otherId }) => seatIdOf(chatId, otherId)))
  const blocked = new Set([...waiting, ...others].filter(({ hasBlocked }) => hasBlocked).map(({ chatId }) => chatId))
  return waiting.filter(({ chatId }) => !blocked.has(chatId)).sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1))
}

async function unreadOf({ store, bus }: AwayParts, seats: SeatDoc[]): Promise<Unread[]> {
  const writers = seats.map(({ otherId }) => otherId)
  const found = await askInChunks(writers, (ids) => bus.request('users.find', { ids }, { timeoutMs: WAIT_MS }))
  const names = new Map(found.map(({ id, username }) => [id, username]))
  return await Promise.all(
    seats.map(async ({ chatId, otherId, readRev }, place) => {
      const first = { chatId, after: readRev, limit: SHOWN_MESSAGES + 1 }
      const messages = place < SHOWN_CHATS ? await store.firstOf(otherId, first) : []
      const texts = messages.slice(0, SHOWN_MESSAGES).map(({ text }) => text)
      return { writer: names.get(otherId) ?? DELETED_USER, texts, more: messages.length > SHOWN_MESSAGES }
    }),
  )
}
