import type { Change } from '@aangan/contracts/changes'
import type { AnnouncedChange, ChangesContext } from '@aangan/contracts/remotes'
import { concat, defer, filter, from, Subject } from 'rxjs'
import type { Channel } from './channel.ts'

interface Changes extends ChangesContext {
  /**
   * Drops changes that belong to the previous user. That they left is dropped when somebody signs in: until then, remotes
   * that start later still have to hear it.
   */
  forgetPersonal(status: 'visitor' | 'user'): void
}

/**
 * Changes announced between remotes, also across tabs. The last change per type and id is kept for unmounted remotes, so
 * memory grows with the number of changed items, not of changes.
 */
export function createChanges(channel: Channel): Changes {
  const kept = new Map<string, AnnouncedChange>()
  const live$ = new Subject<AnnouncedChange>()
  let last = 0

  function add(change: Change): void {
    last += 1
    const announced = { position: last, change }
    const key = `${change.type} ${change.id}`
    // Delete first: setting an existing key keeps its position in the map.
    kept.delete(key)
    kept.set(key, announced)
    live$.next(announced)
  }

  channel.onmessage = ({ data }) => add(data as Change)
  return {
    announce(change) {
      channel.postMessage(change)
      add(change)
    },
    after: (position) =>
      concat(
        // Iterate the live map: changes announced during iteration are then emitted last.
        defer(() => from(kept.values()).pipe(filter((announced) => announced.position > position))),
        live$,
      ),
    forgetPersonal(status) {
      for (const [key, { change }] of kept) {
        if (change.type === 'post.saved' || (change.type === 'user.left' && status === 'user')) kept.delete(key)
      }
    },
  }
}
