import type { PostBody } from '@aangan/contracts/posts'
import type { PersonalStorage } from '@aangan/remote/personal-storage'

export interface StorageEntry {
  storage: PersonalStorage | null
  key: string
}

type Home = Pick<PostBody, 'postData'>

export interface Attempt {
  clientId: string
  /** The same after a reload. */
  tabId: string
  body: Home
}

const nameOf = (key: string) => `${key}:client-id`

/**
 * Returns the attempt with the id under which a home is sent, and stores it: after a lost response, the next attempt must
 * not publish a second listing. Another home keeps the new id, since it would overwrite the first: from another tab any
 * that differs, from the same tab one in another city, or with another title and address.
 *
 * @param attempt with a new id
 * @param own the form's last attempt
 */
export function takeClientId({ storage, key }: StorageEntry, attempt: Attempt, own: Attempt | null): Attempt {
  const last = [own, readAttempt(storage, key)].find((one) => one !== null && isSame(one, attempt))
  const taken = { ...attempt, clientId: last?.clientId ?? attempt.clientId }
  try {
    storage?.setItem(nameOf(key), JSON.stringify(taken))
  } catch {
    // Storage is full or blocked: the form remembers it.
  }
  return taken
}

function isSame(last: Attempt, { tabId, body }: Attempt): boolean {
  if (last.tabId !== tabId) return JSON.stringify(last.body) === JSON.stringify(body)
  const [before, now] = [last.body.postData, body.postData]
  return before.city === now.city && (before.title === now.title || before.address === now.address)
}

const TAB = 'add-tab'

/** @param fresh for a new tab, or if storage is blocked */
export function tabIdOf(fresh: string): string {
  try {
    const id = sessionStorage.getItem(TAB) ?? fresh
    sessionStorage.setItem(TAB, id)
    return id
  } catch {
    return fresh
  }
}

/** Null for none, and for what an earlier release stored. */
function readAttempt(storage: PersonalStorage | null, key: string): Attempt | null {
  try {
    const attempt = JSON.parse(storage?.getItem(nameOf(key)) ?? 'null')
    return typeof attempt?.body === 'object' ? attempt : null
  } catch {
    // Invalid JSON, or storage is blocked.
    return null
  }
}

export function forgetClientId({ storage, key }: StorageEntry): void {
  storage?.removeItem(nameOf(key))
}
