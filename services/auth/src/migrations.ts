import { indexRemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import { dropIndex, makeIndexes, rewriteDocuments } from '@aangan/service-kit/store/migration-steps'
import type { Migration } from '@aangan/service-kit/store/migrations'
import type { Document, Store } from '@aangan/service-kit/store/store'
import { OUTBOX_INDEX } from '@aangan/service-kit/writes/document'
import type { AccountDoc } from './account.ts'
import { oneSpelling } from './email.ts'
import { apartLookKey, lookKey } from './lookalikes.ts'

const EXPIRY = { name: 'expiresAt', key: { expiresAt: 1 } } as const

export const AUTH_MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: 'indexes of accounts and sessions',
    async run(store) {
      await makeIndexes(store, 'accounts', [
        { name: 'usernameKey', key: { usernameKey: 1 }, unique: true },
        { name: 'emailKey', key: { emailKey: 1 }, unique: true },
        OUTBOX_INDEX,
      ])
      await makeIndexes(store, 'accounts-removed', [OUTBOX_INDEX])
      await makeIndexes(store, 'sessions', [{ name: 'userId_createdAt', key: { userId: 1, createdAt: 1 } }, EXPIRY])
      await makeIndexes(store, 'devices', [{ name: 'userId', key: { userId: 1 } }, EXPIRY])
      await makeIndexes(store, 'resets', [{ name: 'userId', key: { userId: 1 } }, EXPIRY])
      await makeIndexes(store, 'attempts', [EXPIRY])
    },
  },
  {
    number: 2,
    // Addresses from before are in `emailKey`, so they count as confirmed.
    name: 'indexes of claimed addresses and links that confirm or undo',
    async run(store) {
      await makeIndexes(store, 'accounts', [{ name: 'email_createdAt', key: { email: 1, createdAt: 1 } }])
      const userId = { name: 'userId', key: { userId: 1 } } as const
      await makeIndexes(store, 'confirmations', [userId, EXPIRY])
      await makeIndexes(store, 'undos', [userId, EXPIRY, { name: 'mailDue', key: { mailDue: 1 } }])
    },
  },
  { number: 3, name: 'index of removed accounts', run: indexRemovedAccounts },
  {
    number: 4,
    name: 'indexes of usernames that were given up',
    async run(store) {
      await makeIndexes(store, 'freed-names', [{ name: 'userId', key: { userId: 1 } }, EXPIRY])
    },
  },
  { number: 5, name: 'sign-outs are counted, and no longer compared by time', run: endByTime },
  {
    number: 6,
    name: 'indexes of mails to send again',
    run: (store) => makeIndexes(store, 'unsent-mails', [{ name: 'mailDue', key: { mailDue: 1 } }, EXPIRY]),
  },
  {
    number: 7,
    name: 'keys of usernames that look alike',
    async run(store) {
      await makeIndexes(store, 'accounts', [{ name: 'lookKey', key: { lookKey: 1 } }])
      await rewriteDocuments<Named>(store, 'accounts', ({ username, lookKey: known }) =>
        known === undefined ? { $set: { lookKey: lookKey(username) } } : null,
      )
    },
  },
  { number: 8, name: 'one spelling of each email address', run: respell },
  { number: 9, name: 'usernames that look alike are unique', run: setLookalikesApart },
]

type Named = Pick<AccountDoc, '_id' | 'username'> & Partial<Pick<AccountDoc, 'lookKey'>>

/** Accounts that had such names before keep them. */
async function setLookalikesApart(store: Store): Promise<void> {
  const accounts = store.collection<Named>('accounts')
  await rewriteDocuments<Named>(store, 'accounts', async ({ _id, username, lookKey: known }) => {
    const own = lookKey(username)
    if (known?.startsWith(`${own} `)) return null
    const sharing = await accounts.find({ lookKey: own }, { limit: 2 }).toArray()
    const wanted = sharing.some((other) => other._id !== _id) ? apartLookKey(username, _id) : own
    return wanted === known ? null : { $set: { lookKey: wanted } }
  })
  await dropIndex(store, 'accounts', 'lookKey')
  await makeIndexes(store, 'accounts', [{ name: 'lookKey_unique', key: { lookKey: 1 }, unique: true }])
}

type Addressed = Pick<AccountDoc, '_id' | 'email' | 'emailKey'>
type Link = Document & { _id: string; email?: string; to?: string }

/** Addresses were stored as typed, so that one mailbox could have two accounts. */
async function respell(store: Store, tell: (line: string) => void): Promise<void> {
  const accounts = store.collection<Addressed>('accounts')
  await rewriteDocuments<Addressed>(store, 'accounts', async ({ _id, email, emailKey }) => {
    const spelled = { email: email && oneSpelling(email), emailKey: emailKey === _id ? _id : oneSpelling(emailKey) }
    if (spelled.email === email && spelled.emailKey === emailKey) return null
    const holder = await accounts.findOne({ emailKey: spelled.emailKey })
    if (holder === null || holder._id === _id) return { $set: spelled }
    tell(
      `accounts ${_id} and ${holder._id} have the same mailbox; the first keeps the old spelling: delete one of them`,
    )
    return null
  })
  for (const name of ['resets', 'confirmations', 'undos'])
    await rewriteDocuments<Link>(store, name, ({ email, to }) => {
      const spelled = { ...(email && { email: oneSpelling(email) }), ...(to && { to: oneSpelling(to) }) }
      return spelled.email === email && spelled.to === to ? null : { $set: spelled }
    })
}

type Timed = Document & { signedOut?: { at?: string; except: string | null } }
type Made = Document & { userId: string; createdAt?: string; at?: string }

/** Removes what a sign-out has ended and an interruption has left, since epochs would not end it. */
async function endByTime(store: Store): Promise<void> {
  await rewriteDocuments<Timed>(store, 'accounts', async ({ _id: userId, signedOut }) => {
    if (signedOut?.at === undefined) return null
    for (const name of ['sessions', 'resets']) {
      const made = store.collection<Made>(name)
      for (const { _id, createdAt, at } of await made.find({ userId }).toArray())
        if ((createdAt ?? at ?? '') < signedOut.at && _id !== signedOut.except) await made.deleteOne({ _id })
    }
    return { $unset: { signedOut: '' } }
  })
}
