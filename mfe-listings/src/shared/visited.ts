import { personalStorage } from '@aangan/remote/personal-storage'

const KEY = 'visited-homes'

/** More than anyone notices, few enough to keep storage small. */
const LIMIT = 500

/** Listings that the user, or visitor, has opened in this browser. */
export function readVisited(userId: string | undefined): ReadonlySet<string> {
  const stored = personalStorage(userId)?.getItem(KEY)
  return new Set(stored ? stored.split(' ') : [])
}

/** Returns the updated set; not persisted if storage is full or blocked. */
export function markVisited(userId: string | undefined, id: string): ReadonlySet<string> {
  const others = [...readVisited(userId)].filter((other) => other !== id)
  const visited = [...others, id].slice(-LIMIT)
  try {
    personalStorage(userId)?.setItem(KEY, visited.join(' '))
  } catch {
    // The returned set still works for this page.
  }
  return new Set(visited)
}
