import { browserStorage } from '../browser-storage.ts'

const KEY = 'visited-homes'

/** So many that nobody misses one, so few that the browser's storage stays small. */
const LIMIT = 500

/** The listings that were opened in this browser, on the map or by themselves. */
export function readVisited(): ReadonlySet<string> {
  const stored = browserStorage()?.getItem(KEY)
  return new Set(stored ? stored.split(' ') : [])
}

/** Notes that a listing was opened; answers all of them. A full or forbidden storage remembers nothing more. */
export function markVisited(id: string): ReadonlySet<string> {
  const others = [...readVisited()].filter((other) => other !== id)
  const visited = [...others, id].slice(-LIMIT)
  try {
    browserStorage()?.setItem(KEY, visited.join(' '))
  } catch {
    // Until the page goes, its maps know what they were told.
  }
  return new Set(visited)
}
