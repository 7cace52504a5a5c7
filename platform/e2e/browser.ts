import { needs } from '@aangan/service-kit/testing/needs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { findChromium, openChromium, TEST_FLAGS, WITHOUT_PICTURES } from './chromium.ts'

const found = findChromium()

/** Each worker has its own, with and without pictures, for all of its files: others would need a process between them. */
const opened = new Map<boolean, Promise<Browser>>()

export interface Looks {
  /** False for tests that no picture can fail: `accessible` loads those of every screen. */
  pictures?: boolean
}

/** Call it first in a file or `describe` block: without Chromium its tests are skipped with that reason. */
export function useBrowser({ pictures = true }: Looks = {}): () => Browser {
  needs('Chromium', found)
  let browser: Browser
  beforeAll(async () => {
    if (!('value' in found)) return
    const flags = pictures ? TEST_FLAGS : [...TEST_FLAGS, WITHOUT_PICTURES]
    const shared = opened.get(pictures) ?? openChromium(found.value, flags)
    opened.set(pictures, shared)
    browser = await shared
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
