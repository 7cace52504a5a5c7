import { expect, it } from 'vitest'
import { createHiding, createTally, type Visit } from './tally.ts'

const canary = (page: string, hasFailed = false): Visit => ({ side: 'canary', page, hasFailed })
const stable = (page: string, hasFailed = false): Visit => ({ side: 'stable', page, hasFailed })

it('counts an address once, with its first page', () => {
  const tally = createTally()
  expect(tally.count('a', canary('1'))).toBe(true)
  for (const later of [canary('2', true), stable('3', true), stable('1', true)])
    expect(tally.count('a', later)).toBe(false)
  tally.count('b', canary('4', true))
  tally.count('c', stable('5'))
  expect(tally.counts()).toEqual({ canary: { visits: 2, failed: 1 }, stable: { visits: 1, failed: 0 } })
})

it('counts a failure after the page was shown, once', () => {
  const tally = createTally()
  tally.count('a', canary('1'))
  expect(tally.count('a', canary('1', true))).toBe(true)
  expect(tally.count('a', canary('1', true))).toBe(false)
  expect(tally.count('a', canary('1'))).toBe(false)
  expect(tally.counts().canary).toEqual({ visits: 1, failed: 1 })
})

it('begins anew once it has its most', () => {
  const tally = createTally(2)
  tally.count('a', stable('1', true))
  tally.count('b', canary('2', true))
  tally.count('c', stable('3'))
  expect(tally.counts()).toEqual({ canary: { visits: 0, failed: 0 }, stable: { visits: 1, failed: 0 } })
})

it('hides addresses, differently in each process', () => {
  const [hide, other] = [createHiding(), createHiding()]
  expect(hide('203.0.113.9')).toBe(hide('203.0.113.9'))
  expect(new Set([hide('203.0.113.9'), hide('203.0.113.8'), other('203.0.113.9')]).size).toBe(3)
})
