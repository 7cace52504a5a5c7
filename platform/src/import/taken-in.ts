import { setTimeout as pause } from 'node:timers/promises'
import type { PostStore } from '@aangan/posts/store'

const LOOK_MS = 100
/** A running site takes in hundreds in this time. */
const STALLED_MS = 3_000

/**
 * Waits until a running site has taken in what was written, so that it is found and counted.
 * @returns how many are left, where no site takes them in
 */
export async function takenIn(posts: Pick<PostStore, 'pending'>): Promise<number> {
  let [left, since] = [await posts.pending(), performance.now()]
  while (left > 0 && performance.now() - since < STALLED_MS) {
    await pause(LOOK_MS)
    const now = await posts.pending()
    if (now < left) since = performance.now()
    left = now
  }
  return left
}
