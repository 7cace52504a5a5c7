import { browserStorage } from '../shared/browser-storage.ts'

const KEY = 'visited-homes'

/** More than anyone notices, few enough to keep storage small. */
const LIMIT = 500

/** Listings opened in this browser. */
export function readVisited(): ReadonlySet<string> {
  const stored = browserStorage()?.getItem(KEY)
  return new Set(stored ? stored.split(' ') : [])
}

/** Returns the updated set; not persisted if storage is full or blocked. */
export function markVisited(id: string): ReadonlySet<string> {
  const others = [...readVisited()].filter((other) => other !== id)
  const visited = [...others, id].slice(-LIMIT)
  try {
    browserStorage()?.setItem(KEY, visited.join(' '))
  } catch {
    // The returned set still works for this page.
  }
  return new Set(visited)
}
