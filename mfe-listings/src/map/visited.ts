const KEY = 'visited-homes'

/** So many that nobody misses one, so few that the browser's storage stays small. */
const LIMIT = 500

/** The listings that were opened in this browser, on the map or by themselves. */
export function readVisited(): ReadonlySet<string> {
  const stored = storage()?.getItem(KEY)
  return new Set(stored ? stored.split(' ') : [])
}

/** Notes that a listing was opened; answers all of them. */
export function markVisited(id: string): ReadonlySet<string> {
  const others = [...readVisited()].filter((other) => other !== id)
  const visited = [...others, id].slice(-LIMIT)
  try {
    storage()?.setItem(KEY, visited.join(' '))
  } catch {
    // Full: the mark lasts as long as the page.
  }
  return new Set(visited)
}

/** Null where the visitor's settings forbid storage: then nothing is remembered. */
function storage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
