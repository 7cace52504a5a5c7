import { setTimeout as pause } from 'node:timers/promises'
import type { PostStore } from '@aangan/posts/store'

const POLL_MS = 100
/** A running site publishes the events of hundreds of listings in this time. */
const STALLED_MS = 3_000

/**
 * Waits until a running site has published the events of the new listings; then searches find and count them.
 * @returns the number still pending; above 0 if no site is running
 */
export async function waitUntilPublished(posts: Pick<PostStore, 'pending'>): Promise<number> {
  let [left, since] = [await posts.pending(), performance.now()]
  while (left > 0 && performance.now() - since < STALLED_MS) {
    await pause(POLL_MS)
    const now = await posts.pending()
    if (now < left) since = performance.now()
    left = now
  }
  return left
}
