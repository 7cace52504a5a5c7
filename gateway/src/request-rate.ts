import { countInWindows } from '@aangan/service-kit/windows'
import type { LimitKeys } from './limit-keys.ts'

const MINUTE_MS = 60_000
/** Opening a page takes about three calls and nine files, measured over a visit: decision 038. */
const FILES_PER_CALL = 3
const FILE = /^\/(media|r)\//
/** Calls a minute of a signed-in person whose address has used up its own: two pages a second. */
const PER_PERSON = 360

/** Files and calls are counted separately. */
export function kindOf(url: string): 'files' | 'calls' {
  return FILE.test(url) ? 'files' : 'calls'
}

/** Both functions count one request and return how many milliseconds to wait: 0 within the limit. */
export function createRequestRate(perAddress: number, now: () => number = Date.now) {
  const addressCalls = countInWindows({ limit: perAddress, windowMs: MINUTE_MS, now })
  const addressFiles = countInWindows({ limit: perAddress * FILES_PER_CALL, windowMs: MINUTE_MS, now })
  const perPerson = Math.min(PER_PERSON, perAddress)
  const personCalls = countInWindows({ limit: perPerson, windowMs: MINUTE_MS, now })
  const personFiles = countInWindows({ limit: perPerson * FILES_PER_CALL, windowMs: MINUTE_MS, now })
  return {
    ofAddress({ address }: LimitKeys, url: string): number {
      return kindOf(url) === 'files' ? addressFiles(address) : addressCalls(address)
    },
    /** Once the address is over its limit. Infinity for a visitor. */
    ofPerson({ person }: LimitKeys, url: string): number {
      const id = person()
      if (id === null) return Number.POSITIVE_INFINITY
      return kindOf(url) === 'files' ? personFiles(id) : personCalls(id)
    },
  }
}
