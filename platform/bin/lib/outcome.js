import { readFileSync } from 'node:fs'

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {Map<string, number>} skipped how many, by reason
 */

const NO_REASON = 'no reason is given'
const OTHER_NAME = 'not named by -t'

/**
 * Counts vitest's JSON report.
 * @param {string} file
 * @param {{ isFiltered?: boolean }} [options] whether only tests of some names were asked for
 * @returns {Outcome}
 */
export function readOutcome(file, { isFiltered = false } = {}) {
  /** @type {{ testResults: { status: string, assertionResults: { status: string, meta?: { needs?: string } }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const count = (/** @type {string} */ status) => tests.filter((test) => test.status === status).length
  // A file that cannot even be loaded has no failed test in it.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some(isFailed),
  )
  const skipped = new Map()
  for (const { status, meta } of tests) {
    if (status === 'passed' || status === 'failed') continue
    const reason = meta?.needs ?? (isFiltered ? OTHER_NAME : NO_REASON)
    skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
  }
  return { passed: count('passed'), failed: count('failed') + broken.length, skipped }
}

/** @param {{ status: string }} test */
function isFailed({ status }) {
  return status === 'failed'
}

/**
 * What is printed last, the counts on the last line of all.
 * @param {Outcome} outcome
 */
export function closingLines({ passed, failed, skipped }) {
  const total = [...skipped.values()].reduce((sum, count) => sum + count, 0)
  const reasons = [...skipped].map(([reason, count]) => `(${count} skipped: ${reason})`)
  return [...reasons, `${passed} passed, ${failed} failed, ${total} skipped`]
}

/**
 * In CI a missing server fails its tests by itself (service-kit/testing/needs), but a test that is skipped without a
 * word would pass unseen.
 * @param {Outcome} outcome
 */
export function hidesTests({ skipped }) {
  return skipped.has(NO_REASON)
}
