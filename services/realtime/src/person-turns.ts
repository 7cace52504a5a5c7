export type TakeTurn = (userId: string, work: () => Promise<void>) => void

/** @returns a function that runs work sequentially per user, across all of their sockets; work must not reject */
export function createPersonTurns(): TakeTurn {
  const turns = new Map<string, Promise<void>>()
  return (userId, work) => {
    const turn = (turns.get(userId) ?? Promise.resolve()).then(work).finally(() => {
      if (turns.get(userId) === turn) turns.delete(userId)
    })
    turns.set(userId, turn)
  }
}
