import { readFileSync } from 'node:fs'

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {Map<string, number>} skipped count by reason
 */

const NO_REASON = 'no reason is given'
const OTHER_NAME = 'not named by -t'

/**
 * Counts the results in vitest's JSON report.
 * @param {string} file
 * @param {{ isFiltered?: boolean }} [options] whether -t was given
 * @returns {Outcome}
 */
export function readOutcome(file, { isFiltered = false } = {}) {
  /** @type {{ testResults: { status: string, assertionResults: { status: string, meta?: { needs?: string } }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const count = (/** @type {string} */ status) => tests.filter((test) => test.status === status).length
  // A file that fails to load has no failed test.
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
 * Skip reasons, then the counts on the very last line.
 * @param {Outcome} outcome
 */
export function closingLines({ passed, failed, skipped }) {
  const total = [...skipped.values()].reduce((sum, count) => sum + count, 0)
  const reasons = [...skipped].map(([reason, count]) => `(${count} skipped: ${reason})`)
  return [...reasons, `${passed} passed, ${failed} failed, ${total} skipped`]
}

/**
 * In CI a missing server fails its tests (service-kit/testing/needs), but a plain skip would go unnoticed.
 * @param {Outcome} outcome
 */
export function hidesTests({ skipped }) {
  return skipped.has(NO_REASON)
}
