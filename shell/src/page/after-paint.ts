/**
 * Resolves once the page from the server is on the screen, which evaluating the shell would delay on a fast network. A
 * hidden page is not painted.
 */
export function afterPaint(): Promise<void> {
  const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0
  if (isPainted || document.visibilityState === 'hidden') return Promise.resolve()
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })
}
