import { needs } from '@aangan/service-kit/testing/needs'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { findChromium } from './chromium.ts'

/**
 * The browser of this run, for all tests of a file or `describe` block. Call it first there: without Chromium the tests
 * are skipped with that reason.
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

/** Starts something that the tests of a file or `describe` block share, unless they are skipped for want of a browser. */
export function useStarted<T>(start: () => Promise<T>, stop: (started: T) => Promise<void>): () => T {
  let started: { value: T } | undefined
  beforeAll(async () => {
    if (inject('browserUrl') !== undefined) started = { value: await start() }
  })
  afterAll(async () => {
    if (started) await stop(started.value)
  })
  return () => {
    if (!started) throw new Error('Asked for before the tests began.')
    return started.value
  }
}
