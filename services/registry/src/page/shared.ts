/**
 * Of all who ask the same at a time, the first gets an answer of its own, and the others share the next one, which
 * begins when the one before has ended. So no answer is older than its question, and none is kept.
 */
export function shareAnswers<T>(): (question: string, ask: (isShared: boolean) => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<unknown>>()
  const waiting = new Map<string, Promise<T>>()

  async function begin(question: string, answer: Promise<T>): Promise<T> {
    running.set(question, answer)
    try {
      return await answer
    } finally {
      if (running.get(question) === answer) running.delete(question)
    }
  }

  return (question, ask) => {
    const before = running.get(question)
    if (before === undefined) return begin(question, ask(false))
    const known = waiting.get(question)
    if (known !== undefined) return known
    const start = () => {
      waiting.delete(question)
      return begin(question, ask(true))
    }
    const next = before.then(start, start)
    waiting.set(question, next)
    return next
  }
}
