import { useSession } from '@aangan/remote/context'
import { useState } from 'react'
import { markVisited, readVisited } from '../shared/visited.ts'

/** The visited listings, and a function that adds one. */
export function useVisited(): [ReadonlySet<string>, (id: string) => void] {
  const userId = useSession().user?.id
  const [{ owner, visited }, set] = useState(() => ({ owner: userId, visited: readVisited(userId) }))
  // Signed in or out while the map is open.
  if (owner !== userId) set({ owner: userId, visited: readVisited(userId) })
  return [visited, (id) => set({ owner: userId, visited: markVisited(userId, id) })]
}
