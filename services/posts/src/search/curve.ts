import type { Point } from './point.ts'

const STEPS = 2 ** 16

/** Z-order (Morton) code, 16 bits each of longitude and latitude: nearby points tend to get nearby codes. */
export function curveCode({ lat, lng }: Point): number {
  return (spread(step(lng + 180, 360)) | (spread(step(lat + 90, 180)) << 1)) >>> 0
}

function step(degrees: number, range: number): number {
  return Math.min(STEPS - 1, Math.floor((degrees / range) * STEPS))
}

/** Interleaves 16 bits with zeros. */
function spread(bits: number): number {
  let spaced = (bits | (bits << 8)) & 0x00ff00ff
  spaced = (spaced | (spaced << 4)) & 0x0f0f0f0f
  spaced = (spaced | (spaced << 2)) & 0x33333333
  return (spaced | (spaced << 1)) & 0x55555555
}
