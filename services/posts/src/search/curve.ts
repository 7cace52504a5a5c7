import type { Point } from './point.ts'

const STEPS = 2 ** 16

/**
 * Where a point lies on a curve through the whole map that keeps near points together (Z-order, 16 bits of longitude and
 * latitude each): a whole number below 2 ** 32.
 */
export function curveCode({ lat, lng }: Point): number {
  return (spread(step(lng + 180, 360)) | (spread(step(lat + 90, 180)) << 1)) >>> 0
}

function step(degrees: number, range: number): number {
  return Math.min(STEPS - 1, Math.floor((degrees / range) * STEPS))
}

/** Puts a zero before each of 16 bits. */
function spread(bits: number): number {
  let spaced = (bits | (bits << 8)) & 0x00ff00ff
  spaced = (spaced | (spaced << 4)) & 0x0f0f0f0f
  spaced = (spaced | (spaced << 2)) & 0x33333333
  return (spaced | (spaced << 1)) & 0x55555555
}
