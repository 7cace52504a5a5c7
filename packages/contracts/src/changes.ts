/** What one remote changed and others may show. It is announced after the server's yes, never before. */
export type Change =
  /** The reader saved the listing, or gave it up. */
  | { type: 'post.saved'; id: string; isSaved: boolean }
  /** The listing was published or edited. */
  | { type: 'post.changed'; id: string }
  | { type: 'post.removed'; id: string }
  | { type: 'user.changed'; id: string }
