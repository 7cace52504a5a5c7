/** A change by one remote that others may show. Announced only after the server has confirmed it. */
export type Change =
  | { type: 'post.saved'; id: string; isSaved: boolean }
  /** Published or edited. */
  | { type: 'post.changed'; id: string }
  | { type: 'post.removed'; id: string }
  | { type: 'user.changed'; id: string }
  /** Signed out on purpose. A session that merely ends changes to `visitor` without it. */
  | { type: 'user.left'; id: string }
