import { createHash } from 'node:crypto'
import type { Canary } from './folder.ts'
import type { Live, ReleaseSet } from './settled.ts'

/** A visitor's cookie holds one of them. */
export const BUCKETS = 10_000

/** The releases that a visitor of this bucket gets: of each set of canaries all or none. */
export function releasesFor({ stable, canaries }: Live, bucket: number): ReleaseSet {
  const chosen = canaries.filter(({ set }) => isChosen(set, shareOf(set, canaries), bucket))
  return new Map([...stable, ...chosen.map(({ release }) => [release.name, release] as const)])
}

/** All that visitors get: they change only where a set of canaries begins or ends. The first is without canaries. */
export function setsFor(live: Live): ReleaseSet[] {
  const bounds = [...new Set(live.canaries.map(({ set }) => set))].flatMap((set) => {
    const first = firstBucket(set)
    return [first, first + Math.ceil(shareOf(set, live.canaries) * BUCKETS)]
  })
  return [live.stable, ...bounds.map((bucket) => releasesFor(live, bucket))]
}

/** While a set's share is changed, one canary after the other, it keeps the smaller one. */
function shareOf(set: string, canaries: readonly Canary[]): number {
  return Math.min(...canaries.filter((canary) => canary.set === set).map(({ share }) => share))
}

/**
 * Exactly `share` of the buckets, others for each set. A hash of bucket and set would miss the share by chance; with
 * this, who is in stays in while the share grows.
 */
function isChosen(set: string, share: number, bucket: number): boolean {
  return (bucket + startOf(set)) % BUCKETS < share * BUCKETS
}

/** The bucket that gets a set first, and keeps it until its share is 0. */
export function firstBucket(set: string): number {
  return (BUCKETS - startOf(set)) % BUCKETS
}

function startOf(set: string): number {
  return createHash('sha256').update(set).digest().readUInt32BE() % BUCKETS
}
