import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { watchForEvidence } from './evidence.ts'

/** How long a page may take to show what a test waits for. */
export const PATIENCE_MS = 30_000

export interface Visitor {
  page: Page
  context: BrowserContext
  /** All that went wrong so far: errors on the console, uncaught ones, violations of the policy, other hosts. */
  problems: string[]
  /** Problems that this visit is about: they are expected, and taken out of the list. */
  expectProblem(pattern: RegExp): void
  /** What nobody expected so far. Of a visit that serves several tests, each one asks before it ends, and is told its own. */
  settle(): Promise<string[]>
  close(): Promise<string[]>
}

/** Opens a tab with a fresh profile that watches what no visit to the site may do. */
export async function openVisitor(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1366, height: 768 },
    locale: 'en-US',
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const problems: string[] = []
  const expected: RegExp[] = []
  const evidence = watchForEvidence(context)
  // The browser itself keeps to this machine: routes would send each request through the test, and turn its cache off.
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

/** Runs in the page, before its own scripts. */
const WATCH_POLICY = `
  addEventListener('securitypolicyviolation', (event) =>
    window.reportViolation(event.violatedDirective + ' by ' + event.blockedURI + ' in ' + event.sourceFile))`
