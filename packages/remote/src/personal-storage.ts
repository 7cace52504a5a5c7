const PREFIX = 'person:'
const VISITOR = 'visitor'
/** Whose browser this is: written by `keepPersonal`, which the shell runs before any remote starts. */
const PERSON = 'person'

export interface Person {
  id: string
  /** When this browser saw them sign in, in epoch milliseconds; null once their session has expired. */
  since: number | null
}

export type PersonalStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The only place where a remote stores what belongs to a person, or to a visitor. Everything in it leaves the browser
 * when they sign out, and is never read for somebody else. Null if storage is blocked; `setItem` throws if it is full.
 */
export function personalStorage(userId: string | undefined): PersonalStorage | null {
  const storage = browserStorage()
  if (storage === null) return null
  const keyOf = (name: string) => personalKey(name, userId)
  // A form may still be open while its person leaves in another tab.
  const isTheirs = () => {
    const person = readPerson(storage)
    const signedIn = person?.since == null ? undefined : person.id
    return signedIn === userId
  }
  return {
    getItem: (name) => (isTheirs() ? storage.getItem(keyOf(name)) : null),
    setItem(name, text) {
      if (isTheirs()) storage.setItem(keyOf(name), text)
    },
    removeItem: (name) => storage.removeItem(keyOf(name)),
  }
}

/** Where `personalStorage` stores it. */
export function personalKey(name: string, userId = VISITOR): string {
  return `${PREFIX}${userId}:${name}`
}

/** Null if storage is off or blocked, in which case even accessing it may throw. */
export function browserStorage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

export function readPerson(storage: Storage): Person | null {
  try {
    return JSON.parse(storage.getItem(PERSON) ?? 'null') as Person | null
  } catch {
    return null
  }
}

/** Without room for it, nothing else is stored either. */
export function writePerson(storage: Storage, person: Person | null): void {
  try {
    if (person === null) storage.removeItem(PERSON)
    else storage.setItem(PERSON, JSON.stringify(person))
  } catch {
    storage.removeItem(PERSON)
  }
}

const UNSENT = 'unsent'

/** Says whether a remote has something that waits for a connection: its offer for `page.unsent` sends it, on any page. */
export function markUnsent(userId: string, isWaiting: boolean): void {
  const storage = personalStorage(userId)
  if (isWaiting) storage?.setItem(UNSENT, 'true')
  else storage?.removeItem(UNSENT)
}

export function hasUnsent(userId: string): boolean {
  return personalStorage(userId)?.getItem(UNSENT) != null
}

/** What is stored for people and visitors: the key, its owner, and its name. */
export function personalItems(storage: Storage): { key: string; owner: string; name: string }[] {
  return Object.keys(storage).flatMap((key) => {
    const earlier = EARLIER.exec(key)
    if (earlier) return [{ key, owner: earlier.groups?.owner ?? '', name: key }]
    if (!key.startsWith(PREFIX)) return []
    const [owner = '', ...name] = key.slice(PREFIX.length).split(':')
    return [{ key, owner, name: name.join(':') }]
  })
}

/** Stored by releases that had no single place for it; only drafts name their owner. */
const EARLIER = /^((add|edit)-draft:(?<owner>[^:]*)|(chat-writing|recently-viewed|visited-homes)$)/
