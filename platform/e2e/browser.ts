import { needs } from '@aangan/service-kit/testing/needs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { findChromium, openChromium, TEST_FLAGS } from './chromium.ts'

const found = findChromium()

/** Each worker has its own, for all of its files: one for both would need a process between them. */
let opened: Promise<Browser> | undefined

/** Call it first in a file or `describe` block: without Chromium its tests are skipped with that reason. */
export function useBrowser(): () => Browser {
  needs('Chromium', found)
  let browser: Browser
  beforeAll(async () => {
    if (!('value' in found)) return
    opened ??= openChromium(found.value, TEST_FLAGS)
    browser = await opened
  })
  return () => browser
}

/** Starts a resource shared by the tests of a file or `describe` block, unless they are skipped without a browser. */
export function useStarted<T>(start: () => Promise<T>, stop: (started: T) => Promise<void>): () => T {
  let started: { value: T } | undefined
  beforeAll(async () => {
    if ('value' in found) started = { value: await start() }
  })
  afterAll(async () => {
    if (started) await stop(started.value)
  })
  return () => {
    if (!started) throw new Error('Not started yet: call this inside of a test or hook.')
    return started.value
  }
}
