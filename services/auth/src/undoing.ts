import type { Mailer } from '@aangan/service-kit/mail'
import { isOutage } from '@aangan/service-kit/outage'
import type { Parts } from '@aangan/service-kit/parts'
import { hashOf, newSecret } from '@aangan/service-kit/tokens'
import { type AccountDoc, confirmedEmail, epochOf, signOut } from './account.ts'
import type { Background } from './background.ts'
import type { AuthConfig } from './config.ts'
import type { UndoDoc } from './links.ts'
import { undoMail } from './mails.ts'
import { checkUndo, isChanged, unusableUndo } from './rules.ts'
import { endSessionsOf } from './sessions.ts'
import type { AuthStore } from './store.ts'

const UNDO_MS = 7 * 86_400_000
/** Longer than any mail takes. */
const RETRY_MS = 5 * 60_000
const MOST_UNSENT = 100

export type Undoing = ReturnType<typeof createUndoing>

/** Links to the previous address that take a changed password or address back. */
export function createUndoing({
  store,
  mailer,
  background,
  config,
  ...parts
}: { store: AuthStore; mailer: Mailer; background: Background; config: AuthConfig } & Pick<
  Parts,
  'bus' | 'log' | 'now'
>) {
  const { log, now } = parts
  const retryAt = () => now().getTime() + RETRY_MS

  async function add(link: Omit<UndoDoc, '_id'>): Promise<{ link: UndoDoc; token: string }> {
    const { token, hash } = newSecret()
    const added = { ...link, _id: hash }
    await store.undos.add(added)
    return { link: added, token }
  }

  async function send({ link, token }: { link: UndoDoc; token: string }): Promise<void> {
    await mailer.send(undoMail(link, token, config))
    await store.undos.sent(link._id)
  }

  async function sendAgain(unsent: UndoDoc): Promise<void> {
    if (!(await store.undos.claim(unsent, retryAt()))) return
    const account = await store.find(unsent.userId)
    // Nothing was changed after all.
    if (account === null || !isChanged(unsent, account)) return void (await store.undos.use(unsent._id))
    // Only its hash is stored, so the token that was not sent is lost.
    const { _id, ...rest } = unsent
    const fresh = await add({ ...rest, mailDue: retryAt() })
    await store.undos.use(_id)
    await send(fresh)
  }

  /** Later ones and others to the same mailbox; `undone` makes later ones void already. */
  async function removeLinks({ _id, userId, rev, to }: UndoDoc, { keep }: { keep: boolean }): Promise<void> {
    for (const other of await store.undos.of(userId))
      if ((other.rev >= rev || other.to === to) && !(keep && other._id === _id)) await store.undos.use(other._id)
    await Promise.all([store.resets.removeOf(userId), store.confirmations.removeOf(userId)])
  }

  return {
    /**
     * Runs `change` and tells the previous confirmed address, if any. The link is stored before the change, so that no
     * change goes without: a mail that fails is sent again later.
     */
    async announce<T>(
      before: AccountDoc,
      { what, isProved }: Pick<UndoDoc, 'what' | 'isProved'>,
      change: () => Promise<T>,
    ): Promise<T> {
      const to = confirmedEmail(before)
      if (to === null) return await change()
      const at = now()
      const expiresAt = new Date(at.getTime() + UNDO_MS).toISOString()
      const stored = await add({
        ...{ userId: before._id, to, what, isProved, rev: before.rev, at: at.toISOString(), expiresAt },
        before: { epoch: epochOf(before), email: before.email },
        mailDue: retryAt(),
      })
      let result: T
      try {
        result = await change()
      } catch (error) {
        // It may be stored all the same: then the notice follows later.
        if (!isOutage(error)) await store.undos.use(stored.link._id)
        throw error
      }
      background.run(() => send(stored), 'could not send the notice of a change; will retry')
      return result
    },

    async sendUnsent(): Promise<void> {
      for (const unsent of await store.undos.unsent(now(), MOST_UNSENT))
        await sendAgain(unsent).catch((error: unknown) => log.warn({ err: error }, 'could not send a notice again'))
    },

    /**
     * Restores the address, ends all sessions and links, and removes the password, which a thief may know. If another
     * account has the address by now, this one gets none, and the link works until a password is chosen. Returns the
     * account and the hash of the link. Throws BAD_REQUEST for an invalid link.
     */
    async undo(token: string): Promise<{ account: AccountDoc; link: string }> {
      const hash = hashOf(token)
      const link = hash && (await store.undos.find(hash, now()))
      if (!link) throw unusableUndo()
      const holder = await store.findConfirmed(link.to)
      // The mailbox may have confirmed another account since.
      const isFree = holder === null || holder._id === link.userId
      const address = isFree ? { email: link.to, emailKey: link.to } : { email: null, emailKey: link.userId }
      const account = await store.change(link.userId, (current) => {
        checkUndo(current, link)
        return { ...address, password: null, ...signOut(current), undone: { from: link.rev, until: current.rev } }
      })
      if (account === null) throw unusableUndo()
      await removeLinks(link, { keep: !isFree })
      await endSessionsOf({ store, ...parts }, link.userId)
      return { account, link: link._id }
    },
  }
}
