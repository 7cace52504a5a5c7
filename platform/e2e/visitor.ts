import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { watchForEvidence } from './evidence.ts'

/** Time limit for everything a test waits for in a page. */
export const PATIENCE_MS = 30_000

export interface Visitor {
  page: Page
  context: BrowserContext
  /** Problems so far: console errors, uncaught errors, policy violations, requests to other hosts. */
  problems: string[]
  /** Removes matching problems, which this visit expects. */
  expectProblem(pattern: RegExp): void
  /** Returns the unexpected problems since the last call. Tests that share a visit call it once each. */
  settle(): Promise<string[]>
  close(): Promise<string[]>
}

/** Opens a tab with a fresh profile and watches it for problems. */
export async function openVisitor(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1366, height: 768 },
    locale: 'en-US',
    // It would answer navigations instead of a test's routes.
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const problems: string[] = []
  const expected: RegExp[] = []
  const evidence = watchForEvidence(context)
  // Other hosts are blocked by browser flags: routes would proxy each request through the test and disable the cache.
  context.on('request', (request) => {
    const url = new URL(request.url())
    const isOurs = url.origin === origin || url.protocol === 'data:' || url.protocol === 'blob:'
    if (!isOurs) problems.push(`asked another host: ${url}`)
  })
  await context.exposeBinding(
    'reportViolation',
    (_, text: string) => void problems.push(`violates the policy: ${text}`),
  )
  await context.addInitScript({ content: WATCH_POLICY })
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error.message}`))
  async function settle(): Promise<string[]> {
    const patterns = expected.splice(0)
    const unexpected = problems.splice(0).filter((problem) => !patterns.some((pattern) => pattern.test(problem)))
    await evidence.keep(unexpected)
    return unexpected
  }
  return {
    page,
    context,
    problems,
    expectProblem: (pattern) => void expected.push(pattern),
    settle,
    async close() {
      const unexpected = await settle()
      await context.close()
      return unexpected
    },
  }
}

/** Runs before the page's scripts. */
const WATCH_POLICY = `
  addEventListener('securitypolicyviolation', (event) =>
    window.reportViolation(event.violatedDirective + ' by ' + event.blockedURI + ' in ' + event.sourceFile))`
