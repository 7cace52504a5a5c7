import type { Channels } from './channels.ts'

export interface Named {
  name: string
  channels: Channels
}

/**
 * The files to write, in this order, so that no visitor ever gets a part of a set: its share is the smallest of its
 * canaries'. So the last write of the shares gives a promoted set to everybody, or the first ends it for everybody,
 * before the channels themselves change.
 */
export function setWrites(before: readonly Named[], after: readonly Named[], action: string): Named[] {
  if (after.length < 2 || action === 'canary') return [...after]
  const share = action === 'promote' ? 1 : 0
  const shares = before.flatMap(({ name, channels }) =>
    channels.canary ? [{ name, channels: { ...channels, canary: { ...channels.canary, share } } }] : [],
  )
  return [...shares, ...after]
}
