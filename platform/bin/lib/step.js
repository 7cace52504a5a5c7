/** Interval between progress lines without a terminal. */
const REMINDER_MS = 15_000
const TICK_MS = 200

/**
 * Prints the title with a running clock, then the time it took.
 * @template T
 * @param {string} title for example `Installing packages`
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const started = performance.now()
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
  const { stdout } = process
  stdout.write(`${title} …${stdout.isTTY ? '' : '\n'}`)
  const clock = stdout.isTTY
    ? setInterval(() => stdout.write(`\r${title} … ${seconds()}`), TICK_MS)
    : setInterval(() => stdout.write(`${title} … ${seconds()}\n`), REMINDER_MS)
  let outcome = 'failed after'
  try {
    const result = await work()
    outcome = 'took'
    return result
  } finally {
    clearInterval(clock)
    stdout.write(`${stdout.isTTY ? '\r' : ''}${title} ${outcome} ${seconds()}${stdout.isTTY ? '\u001b[K' : ''}\n`)
  }
}
