import type { Post } from '@aangan/contracts/posts'

export interface ResultsMapProps {
  /** The list's page; null while unknown, and after an error. */
  posts: readonly Post[] | null
  /** Whether `posts` are all results: the map then makes no request until it is moved. */
  complete: boolean
  /** While the list loads, the map does not change. */
  loading: boolean
  /** Counts repeated searches. */
  repeats: number
  /** What to say if there are no results; null if the list beside says it. */
  nothing: string | null
  /** The URL's query string; `bbox` is the searched area. */
  search: string
  /** The listing whose card is hovered or focused. */
  activeId: string | null
  /** The listing whose marker is hovered or focused; null when it ends. */
  onActive: (id: string | null) => void
  /** Called with `west,south,east,north` in degrees. */
  onSearchArea: (bbox: string) => void
}
