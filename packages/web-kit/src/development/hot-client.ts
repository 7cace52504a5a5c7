/* Runs in the page of `npm run dev`, once in every bundle: takes in what has been compiled since. */

import { watchFailures } from './failures.ts'
import { createPanel, type Panel } from './panel.ts'
import type { DevelopmentState } from './problem.ts'

declare const __PART__: string
declare const __webpack_hash__: string

declare global {
  /** What all bundles of a page share, whichever comes first. */
  var __aanganDevelopment: { changes: EventSource; panel: Panel } | undefined
  interface ImportMeta {
    webpackHot: { check(apply: boolean): Promise<string[] | null> }
  }
}

let newest = ''
let isTaking = false

globalThis.__aanganDevelopment ??= start()
const { changes, panel } = globalThis.__aanganDevelopment
changes.addEventListener('message', (event: MessageEvent<string>) => {
  const { hashes } = JSON.parse(event.data) as DevelopmentState
  newest = hashes[__PART__] ?? ''
  if (!isTaking) void takeIn()
})

function start() {
  const changes = new EventSource('/dev/changes')
  const panel = createPanel()
  watchFailures(panel)
  let pages: number | undefined
  changes.addEventListener('message', (event: MessageEvent<string>) => {
    const state = JSON.parse(event.data) as DevelopmentState
    pages ??= state.pages
    if (pages !== state.pages) window.location.reload()
    panel.setBuild(state.problems)
  })
  return { changes, panel }
}

async function takeIn(): Promise<void> {
  isTaking = true
  while (newest && newest !== __webpack_hash__) {
    // Null where there is nothing to take in: the server was started again, for instance. What has broken down is gone
    // from the page, and a module that nobody can replace in place throws: then the page starts over.
    const isTaken = !panel.isBroken(__PART__) && (await import.meta.webpackHot.check(true).catch(() => null))
    if (!isTaken) return window.location.reload()
    panel.forget(__PART__)
  }
  isTaking = false
}
