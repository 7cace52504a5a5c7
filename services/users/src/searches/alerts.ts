import type { Post } from '@aangan/contracts/posts'
import type { Mailer } from '@aangan/service-kit/mail'
import type { Parts } from '@aangan/service-kit/parts'
import { startSweeping } from '@aangan/service-kit/sweeping'
import { newSecret } from '@aangan/service-kit/tokens'
import type { UsersConfig } from '../config.ts'
import { alertMail } from './alert-mail.ts'
import type { Marks } from './changed-places.ts'
import { findMatches } from './find-matches.ts'
import { NEVER, nextDue, type SearchDoc } from './search.ts'
import type { SearchStore } from './search-store.ts'
import { unmailedMatches } from './unmailed-matches.ts'

type AlertParts = { searches: SearchStore; marks: Marks; mailer: Mailer; config: UsersConfig } & Pick<
  Parts,
  'bus' | 'log' | 'now'
>

/** Searches processed concurrently: as many as the mailer has connections. */
const AT_ONCE = 5
/** Lease on a search, longer than any mail takes: another process may then claim it. */
const HOLD_MS = 5 * 60_000
const RETRY_MS = 60_000
/** Until a check continues behind a thousand homes that no mail may show. */
const CONTINUE_MS = 60_000
const MOST_RETRY_MS = 6 * 3_600_000
/** Pause between mails to a person, however many searches they have saved. */
const READER_CALM_MS = 15 * 60_000
/** More new homes in a mail are a flood. */
const MOST_CALM = 30
/** Pause after a flood, such as an import, and without a confirmed address: the next mail collects the rest. */
const CALM_MS = 3_600_000
const STOP_MS = 180 * 86_400_000

/** Safe to run in several replicas. */
export function startAlerts(parts: AlertParts): { stop(): Promise<void> } {
  const { searches, marks, config, log, now } = parts
  let isStopping = false

  async function mark(): Promise<void> {
    const places = marks.take()
    try {
      marks.add(await searches.mark(places, now()))
    } catch (error) {
      marks.add(places)
      throw error
    }
  }

  async function sweep(): Promise<void> {
    await mark()
    while (!isStopping) {
      const due = await searches.due(now(), AT_ONCE)
      await Promise.all(due.map((search) => processSearch(parts, search)))
      if (due.length < AT_ONCE) break
    }
    await searches.stops.sweep(now())
  }

  const sweeping = startSweeping({
    everyMs: config.ALERT_SWEEP_MS,
    sweep,
    failure: 'could not process due search alerts',
    log,
  })
  return {
    async stop() {
      isStopping = true
      await sweeping.stop()
      await mark().catch((error: unknown) =>
        log.warn({ err: error }, 'could not mark searches that new listings may match'),
      )
    },
  }
}

/** Throws only on store failures. */
async function processSearch(parts: AlertParts, found: SearchDoc): Promise<void> {
  const { searches, log, now } = parts
  const search = await searches.claim(found, now().getTime() + HOLD_MS)
  if (search === null) return
  try {
    await searches.release(search, await sendMail(parts, search, found.due))
  } catch (error) {
    log.warn({ err: error, search: search._id }, 'a search alert failed and will be retried')
    const wait = Math.min(RETRY_MS * 2 ** search.failures, MOST_RETRY_MS)
    const again = now().getTime() + wait
    await searches.release(search, { failures: search.failures + 1, due: again, heldUntil: again })
  }
}

/**
 * Mails new matches, if any and if the person has not just had a mail. Returns the fields to store.
 * @param due what it was: the longest overdue search gets the next mail
 */
async function sendMail(parts: AlertParts, search: SearchDoc, due: number): Promise<Partial<SearchDoc>> {
  const {
    searches: { readers },
    now,
  } = parts
  if (search.alert === 'off') return { due: NEVER }
  const asked = now()
  const found = await findMatches(parts, search)
  const { posts, total, more, done } = unmailedMatches(search, found, asked)
  // What was published while earlier checks read what is behind may be due by now.
  const isWhole = done.behind === null && !search.behind
  const kept = { ...done, failures: 0, due: isWhole ? nextDue(search.alert, asked) : asked.getTime() + CONTINUE_MS }
  if (posts.length === 0) return kept
  const account = found.accounts.get(search.userId)
  if (!account?.email) return { alert: 'off', due: NEVER }
  const { username, mailTo } = account
  const later = asked.getTime() + CALM_MS
  // Until the address is confirmed the matches add up.
  if (mailTo === null) return { due: later, heldUntil: later }
  const until = asked.getTime() + READER_CALM_MS
  const pausedUntil = await readers.hold(search.userId, asked.getTime(), until)
  if (pausedUntil !== null) return { due, heldUntil: pausedUntil }
  let isSent = false
  try {
    await send(parts, search, { homes: { posts, total, more }, reader: { username, email: mailTo } })
    isSent = true
  } finally {
    if (!isSent) await readers.free(search.userId, until)
  }
  const isFlood = search.alert === 'now' && total > MOST_CALM
  return { ...kept, mailedAt: asked.toISOString(), ...(isFlood && { due: later, heldUntil: later }) }
}

async function send(
  { searches, mailer, config, now }: AlertParts,
  { _id, userId, search }: SearchDoc,
  {
    homes,
    reader,
  }: { homes: { posts: Post[]; total: number; more: boolean }; reader: { username: string; email: string } },
): Promise<void> {
  const { token, hash } = newSecret()
  const expiresAt = new Date(now().getTime() + STOP_MS).toISOString()
  await searches.stops.add({ _id: hash, searchId: _id, userId, expiresAt })
  await mailer.send(alertMail({ search, ...homes }, { ...reader, token }, config))
}
