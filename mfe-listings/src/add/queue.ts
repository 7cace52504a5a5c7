type Job = () => Promise<void>

/** @returns a function that runs jobs in FIFO order, at most `atOnce` concurrently */
export function createQueue(atOnce: number): (job: Job) => void {
  const waiting: Job[] = []
  let running = 0

  function next(): void {
    const job = running < atOnce ? waiting.shift() : undefined
    if (!job) return
    running += 1
    void job().finally(() => {
      running -= 1
      next()
    })
  }

  return (job) => {
    waiting.push(job)
    next()
  }
}
