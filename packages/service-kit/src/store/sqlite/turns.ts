import { setImmediate as nextTurn } from 'node:timers/promises'

/** So long may reads follow each other before everybody else has a turn: one of them is a part of a request. */
const TURN_MS = 5

/** When the first read of this turn of the event loop began. The process has one loop, so this is one for all stores. */
let began: number | null = null

/**
 * Runs a read, after others had their turn where reads have held the event loop for long. SQLite answers at once, so that
 * without this a request of many reads would be one turn, however many others wait.
 */
export async function inTurn<R>(read: () => R): Promise<R> {
  while (began !== null && performance.now() - began > TURN_MS) await nextTurn()
  if (began === null) {
    began = performance.now()
    setImmediate(() => {
      began = null
    })
  }
  return read()
}
