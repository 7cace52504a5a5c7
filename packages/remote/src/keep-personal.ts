import { SESSION_DAYS } from '@aangan/contracts/account-constants'
import type { RemoteContext } from '@aangan/contracts/remotes'
import { browserStorage, type Person, personalItems, personalKey, readPerson, writePerson } from './personal-storage.ts'

/** A session ends this much before its time at most, without anybody having ended it. */
const SPARE_MS = 3_600_000
const SESSION_MS = SESSION_DAYS * 86_400_000

interface Keeping extends Pick<RemoteContext, 'session' | 'changes'> {
  now?: () => number
}

/**
 * Clears `personalStorage` when its person signs out, in this tab or another, when their session was ended elsewhere, and
 * when somebody else signs in. What they wrote outlives a session that merely expired. Run by the shell, so that it
 * does not depend on the remotes that happen to be loaded. Returns a function that unsubscribes.
 */
export function keepPersonal({ session, changes, now = Date.now }: Keeping): () => void {
  const storage = browserStorage()
  if (storage === null) return () => undefined
  const subscriptions = [
    session.changes$.subscribe(({ status, user }) => {
      if (user) arrive(storage, user.id, now())
      else if (status === 'visitor') end(storage, now())
    }),
    changes.after(0).subscribe(({ change }) => {
      if (change.type === 'user.left') leave(storage, change.id)
    }),
  ]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}

function arrive(storage: Storage, id: string, now: number): void {
  const before = readPerson(storage)
  if (before?.id === id && before.since !== null) return
  const isOther = before !== null && before.id !== id
  remove(storage, (owner) => owner !== id && (isOther || owner !== VISITOR))
  // First, while there is room: without it nothing else is stored.
  writePerson(storage, { id, since: now })
  adopt(storage, id)
}

const VISITOR = 'visitor'

/** What they did before they signed in, and drafts of earlier releases, unless there is something of theirs already. */
function adopt(storage: Storage, id: string): void {
  for (const { key, owner, name } of personalItems(storage)) {
    const own = personalKey(name, id)
    if (key === own || (owner !== VISITOR && owner !== id)) continue
    // The words of a form were typed last as a visitor.
    if (storage.getItem(own) === null || name.startsWith('form:')) move(storage, key, own)
    else storage.removeItem(key)
  }
}

/** Leaves it where it is if there is no room for its longer name. */
function move(storage: Storage, from: string, to: string): void {
  const text = storage.getItem(from) ?? ''
  storage.removeItem(from)
  try {
    storage.setItem(to, text)
  } catch {
    storage.setItem(from, text)
  }
}

function end(storage: Storage, now: number): void {
  const person = readPerson(storage)
  if (person === null || person.since === null) return
  if (hasExpired(person.since, now)) writePerson(storage, { ...person, since: null })
  else removeAll(storage)
}

function hasExpired(since: number, now: number): boolean {
  return now - since >= SESSION_MS - SPARE_MS
}

/** Another tab may have somebody else signed in already. */
function leave(storage: Storage, id: string): void {
  const person: Person | null = readPerson(storage)
  if (person === null || person.id === id) removeAll(storage)
  else remove(storage, (owner) => owner === id)
}

function removeAll(storage: Storage): void {
  remove(storage, () => true)
  writePerson(storage, null)
}

function remove(storage: Storage, isGone: (owner: string) => boolean): void {
  for (const { key, owner } of personalItems(storage)) if (isGone(owner)) storage.removeItem(key)
}
