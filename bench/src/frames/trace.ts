import type { Browser, Page } from 'playwright-core'

/** One frame of a page, from its start to the start of the next, in milliseconds. */
export interface Frame {
  /** Thread time of the main thread, which excludes other load on the machine. */
  workMs: number
  tookMs: number
}

/** An event of a browser trace; times are in microseconds. */
export interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Start, wall-clock duration, and thread time. */
  ts: number
  dur?: number
  tdur?: number
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline']

/** Requests every frame, so that frames are produced even if nothing changes. */
const EVERY_FRAME = `(function next() { window.asking = requestAnimationFrame(next) })()`

export async function framesDuring(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<Frame[]> {
  await page.evaluate(EVERY_FRAME)
  await browser.startTracing(page, { categories: CATEGORIES })
  await act()
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString())
  await page.evaluate('cancelAnimationFrame(window.asking)')
  return framesOf(trace.traceEvents)
}

/**
 * Extracts frames from a trace. A frame starts with the task that runs its animation callbacks and includes all tasks
 * up to the next one. The last frame is dropped, since its end is unknown.
 */
export function framesOf(events: TraceEvent[]): Frame[] {
  const calls = events.filter(({ name }) => name === 'FireAnimationFrame')
  const main = calls[0]
  if (!main) throw new Error('The trace contains no frames.')
  const isMain = ({ pid, tid }: TraceEvent) => pid === main.pid && tid === main.tid
  const tasks = events.filter((event) => event.name === 'RunTask' && isMain(event)).sort((a, b) => a.ts - b.ts)
  const frames: (Frame & { ts: number })[] = []
  let at = 0
  const times = calls
    .filter(isMain)
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
