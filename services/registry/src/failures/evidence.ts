import type { Visits } from '@aangan/contracts/releases'

/** So at most one healthy canary of a hundred is rolled back, however long it is watched. */
const ENOUGH = 100
/** One visitor may have several addresses, and a browser in which nothing works. */
const FEWEST_FAILED = 5

/**
 * Whether the canary fails significantly more often than stable. May be asked after each visit.
 * @param tests how many remotes of its set are compared so: any of them would end it
 */
export function isWorse(canary: Visits, stable: Visits, tests = 1): boolean {
  return canary.failed >= FEWEST_FAILED && logEvidence(canary, stable) >= Math.log(ENOUGH * tests)
}

/**
 * An e-value's natural logarithm: how likely the counts are if the two fail at rates of their own (averaged over all
 * rates), against how likely they are at best if the canary fails no more often than stable. While that is so, it ever
 * reaches log(1/a) with a probability of at most a, whatever the rates and shares, and whenever it is looked at:
 * universal inference, Wasserman, Ramdas and Balakrishnan, PNAS 117 (2020), https://doi.org/10.1073/pnas.1922664117
 */
export function logEvidence(canary: Visits, stable: Visits): number {
  const own = logAverage(canary) + logAverage(stable)
  if (rateOf(canary) <= rateOf(stable)) return own - logBest(canary) - logBest(stable)
  return own - logBest({ visits: canary.visits + stable.visits, failed: canary.failed + stable.failed })
}

function rateOf({ visits, failed }: Visits): number {
  return visits === 0 ? 0 : failed / visits
}

/** Of the likelihood, over all rates, with Jeffreys' prior. */
function logAverage({ visits, failed }: Visits): number {
  return logGamma(failed + 0.5) + logGamma(visits - failed + 0.5) - logGamma(visits + 1) - Math.log(Math.PI)
}

/** The likelihood at the rate that fits best. */
function logBest({ visits, failed }: Visits): number {
  const timesLog = (count: number) => (count === 0 ? 0 : count * Math.log(count / visits))
  return timesLog(failed) + timesLog(visits - failed)
}

/** Stirling's series, for x > 0. */
function logGamma(x: number): number {
  if (x < 10) return logGamma(x + 1) - Math.log(x)
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + 1 / (12 * x) - 1 / (360 * x ** 3)
}
