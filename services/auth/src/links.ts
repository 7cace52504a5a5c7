import { type Expiring, unlessExpired } from '@aangan/service-kit/store/expiring'
import { removeSome } from '@aangan/service-kit/store/remove-some'
import type { Collection, Document, Store } from '@aangan/service-kit/store/store'

interface LinkDoc extends Document, Expiring {
  userId: string | null
}

/** A link for a new password. */
export interface ResetDoc extends LinkDoc {
  /** Null for an unconfirmed address: whoever uses the link must name the account. */
  userId: string | null
  /** The mailbox that gets it; empty for an account that has no confirmed address, whose change was undone. */
  email: string
  /** Of the accounts that it can open, by id, when it was sent; absent ones were in epoch 0. */
  epochs?: Record<string, number>
  /** Of the link whose use led to this one, which may still work. */
  undo?: string
}

/** A link that confirms an address. */
export interface ConfirmationDoc extends LinkDoc {
  userId: string
  email: string
}

/** A link that takes back a changed password or address. */
export interface UndoDoc extends LinkDoc {
  userId: string
  /** The confirmed address before the change, which gets the link and is restored by it. */
  to: string
  what: 'password' | 'claim' | 'both' | 'address'
  /** Whether the password allowed it, and not a recent sign-in alone. Of a confirmation always: the claim was first. */
  isProved: boolean
  /** The account's before the change: links with a higher one were sent later, perhaps to a thief. */
  rev: number
  /** Facts of the account before the change; absent if stored by an earlier release. */
  before?: { epoch: number; email: string | null }
  at: string
  /** When to mail it again, in epoch ms; absent once the mail is sent. */
  mailDue?: number
}

/** Mailed links; `_id` is the hash of a link's token. */
export function createLinks(store: Store) {
  const resets = store.collection<ResetDoc>('resets')
  const confirmations = store.collection<ConfirmationDoc>('confirmations')
  const undos = store.collection<UndoDoc>('undos')

  return {
    /** Removes up to `limit` of each kind. Returns true while there may be more. */
    async eraseOf(userId: string, limit: number): Promise<boolean> {
      const more = [
        await removeSome(resets, { userId }, limit),
        await removeSome(confirmations, { userId }, limit),
        await removeSome(undos, { userId }, limit),
      ]
      return more.includes(true)
    },
    resets: linksIn(resets),
    confirmations: linksIn(confirmations),
    undos: {
      ...linksIn(undos),
      async sent(_id: string): Promise<void> {
        await undos.updateOne({ _id }, { $unset: { mailDue: '' } })
      },
      async unsent(now: Date, limit: number): Promise<UndoDoc[]> {
        return await undos.find({ mailDue: { $lte: now.getTime() } }, { limit }).toArray()
      },
      /** Returns false if another process was faster. */
      async claim({ _id, mailDue = 0 }: UndoDoc, until: number): Promise<boolean> {
        const { modifiedCount } = await undos.updateOne({ _id, mailDue }, { $set: { mailDue: until } })
        return modifiedCount === 1
      },
    },
  }
}

export function linksIn<T extends LinkDoc>(links: Collection<T>) {
  const byId = (_id: string) => ({ _id }) as Parameters<typeof links.findOne>[0]
  const byUser = (userId: string) => ({ userId }) as Parameters<typeof links.findOne>[0]
  return {
    async add(link: T): Promise<void> {
      await links.insertOne(link)
    },
    async find(hash: string, now: Date): Promise<T | null> {
      return unlessExpired(await links.findOne(byId(hash)), now)
    },
    /** Returns false if there was none; of two concurrent callers only one gets true. */
    async use(hash: string): Promise<boolean> {
      return (await links.deleteOne(byId(hash))).deletedCount === 1
    },
    async of(userId: string): Promise<T[]> {
      return await links.find(byUser(userId)).toArray()
    },
    async removeOf(userId: string): Promise<void> {
      for await (const { _id } of links.find(byUser(userId))) await links.deleteOne(byId(_id))
    },
  }
}
