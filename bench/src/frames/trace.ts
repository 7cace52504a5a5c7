import type { Browser, Page } from 'playwright-core'

/** One frame of a page: from its beginning to the next one's, in milliseconds. */
export interface Frame {
  /** What the main thread did, by its own time: what the machine does besides is not in it. */
  workMs: number
  /** By the clock. */
  tookMs: number
}

/** What the browser notes of itself; times are in microseconds. */
export interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** When, how long by the clock, and how long of the thread's own time. */
  ts: number
  dur?: number
  tdur?: number
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline']

/** Asks for every frame, so that there is one to measure also where nothing is drawn. */
const EVERY_FRAME = `(function next() { window.asking = requestAnimationFrame(next) })()`

/** The frames of a page while `act` runs. */
export async function framesDuring(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<Frame[]> {
  await page.evaluate(EVERY_FRAME)
  await browser.startTracing(page, { categories: CATEGORIES })
  await act()
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString())
  await page.evaluate('cancelAnimationFrame(window.asking)')
  return framesOf(trace.traceEvents)
}

/**
 * The frames that a trace tells of: a frame begins with the task that calls back who asked for it, and all tasks up to the
 * next one are its work. The last one is left out, since nothing says where it ends.
 */
export function framesOf(events: TraceEvent[]): Frame[] {
  const calls = events.filter(({ name }) => name === 'FireAnimationFrame')
  const main = calls[0]
  if (!main) throw new Error('The trace tells of no frame.')
  const own = ({ pid, tid }: TraceEvent) => pid === main.pid && tid === main.tid
  const tasks = events.filter((event) => event.name === 'RunTask' && own(event)).sort((a, b) => a.ts - b.ts)
  const frames: (Frame & { ts: number })[] = []
  let at = 0
  const times = calls
    .filter(own)
    .map(({ ts }) => ts)
    .sort((a, b) => a - b)
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    let begins = false
    for (; (times[at] ?? Number.POSITIVE_INFINITY) < ts + dur; at += 1) begins = true
    if (begins) frames.push({ ts, workMs: 0, tookMs: 0 })
    const frame = frames.at(-1)
    if (frame) frame.workMs += tdur / 1_000
  }
  return frames
    .slice(0, -1)
    .map(({ ts, workMs }, index) => ({ workMs, tookMs: ((frames[index + 1]?.ts ?? ts) - ts) / 1_000 }))
}
