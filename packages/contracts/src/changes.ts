/** By type, what a change says besides its type. Other teams add their own as they add slots (slots.ts). */
export interface Changes {
  'post.saved': { id: string; isSaved: boolean }
  /** Published or edited. */
  'post.changed': { id: string }
  'post.removed': { id: string }
  'user.changed': { id: string }
  /** Signed out on purpose. A session that merely ends changes to `visitor` without it. */
  'user.left': { id: string }
}

/** A change by one remote that others may show. Announced only after the server has confirmed it. */
export type Change = { [Type in keyof Changes]: { type: Type } & Changes[Type] }[keyof Changes]
