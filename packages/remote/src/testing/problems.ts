/** Collects console errors, uncaught exceptions and unhandled rejections. */
export function watchForProblems() {
  const problems: string[] = []
  const expected: RegExp[] = []
  const { error: write } = console
  const controller = new AbortController()
  const { signal } = controller
  console.error = (...words) => void problems.push(`console: ${words.map(String).join(' ')}`)
  window.addEventListener('error', ({ error, message }) => void problems.push(`uncaught: ${error ?? message}`), {
    signal,
  })
  window.addEventListener('unhandledrejection', ({ reason }) => void problems.push(`rejected: ${reason}`), { signal })
  return {
    add: (problem: string) => void problems.push(problem),
    expect: (pattern: RegExp) => void expected.push(pattern),
    /** Stops watching and returns the unexpected problems. */
    end(): string[] {
      controller.abort()
      console.error = write
      return problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))
    },
  }
}
