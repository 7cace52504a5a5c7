/* Runs in every bundle in development: applies hot updates. */

import { watchFailures } from './failures.ts'
import { createPanel, type Panel } from './panel.ts'
import type { DevelopmentState } from './problem.ts'

declare const __PART__: string
declare const __webpack_hash__: string

declare global {
  /** Shared by all bundles of a page; the first one creates it. */
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
    // Null means no update is available, for example after a server restart. Reload then, after a crash, and when a
    // module cannot be replaced in place (`check` throws).
    const isTaken = !panel.isBroken(__PART__) && (await import.meta.webpackHot.check(true).catch(() => null))
    if (!isTaken) return window.location.reload()
    panel.forget(__PART__)
  }
  isTaking = false
}
