import type { Change } from '@aangan/contracts/changes'
import type { AnnouncedChange, ChangesContext } from '@aangan/contracts/remotes'
import { concat, defer, filter, from, Subject } from 'rxjs'
import type { Channel } from './account/session.ts'

interface Changes extends ChangesContext {
  /** Drops what one person did, once another one is there. */
  forgetPersonal(): void
}

/**
 * What remotes tell each other, here and in other tabs. Of each listing or person the last change of each kind is kept
 * for who is not mounted now, so it grows with what is touched, not with how often.
 */
export function createChanges(channel: Channel): Changes {
  const kept = new Map<string, AnnouncedChange>()
  const live$ = new Subject<AnnouncedChange>()
  let last = 0

  function add(change: Change): void {
    last += 1
    const announced = { position: last, change }
    const key = `${change.type} ${change.id}`
    // Removed first: a map keeps the place of a key that it has.
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
        // The map itself, not a copy: what is announced in answer to a change is told after the others.
        defer(() => from(kept.values()).pipe(filter((announced) => announced.position > position))),
        live$,
      ),
    forgetPersonal() {
      for (const [key, { change }] of kept) if (change.type === 'post.saved') kept.delete(key)
    },
  }
}
