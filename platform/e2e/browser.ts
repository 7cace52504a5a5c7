import { needs } from '@aangan/service-kit/testing/needs'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { findChromium } from './chromium.ts'

/**
 * The shared browser of this run. Call it first in a file or `describe` block: without Chromium its tests are skipped
 * with that reason.
 */
export function useBrowser(): () => Browser {
  needs('Chromium', findChromium())
  const url = inject('browserUrl')
  let browser: Browser
  beforeAll(async () => {
    if (url !== undefined) browser = await chromium.connect(url)
  })
  afterAll(() => browser?.close())
  return () => browser
}

/** Starts a resource shared by the tests of a file or `describe` block, unless they are skipped without a browser. */
export function useStarted<T>(start: () => Promise<T>, stop: (started: T) => Promise<void>): () => T {
  let started: { value: T } | undefined
  beforeAll(async () => {
    if (inject('browserUrl') !== undefined) started = { value: await start() }
  })
  afterAll(async () => {
    if (started) await stop(started.value)
  })
  return () => {
    if (!started) throw new Error('Not started yet: call this inside of a test or hook.')
    return started.value
  }
}
