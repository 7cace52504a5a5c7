import type { Post } from '@aangan/contracts/posts'

export interface ResultsMapProps {
  /** The list's page; null while it is not known what was found, and when asking failed. */
  posts: readonly Post[] | null
  /** Whether these are all results: the map then needs no answer of its own until it is moved. */
  whole: boolean
  /** Whether the list is on its way: until it is there, the map stays as it is. */
  loading: boolean
  /** How often the same search was asked for again. */
  repeats: number
  /** The address's query string: its filters hold for the map too, its `bbox` is the searched area. */
  search: string
  /** The listing whose card is under the pointer or has the focus. */
  activeId: string | null
  /** A marker came under the pointer or got the focus, or lost it (null). */
  onActive: (id: string | null) => void
  /** `west,south,east,north` in degrees, to search in. */
  onSearchArea: (bbox: string) => void
}
