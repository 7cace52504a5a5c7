import { toUnits } from './point.ts'

/** Z-order (Morton) code, 16 bits each of longitude and latitude: nearby points tend to get nearby codes. */
export function curveCode(lng: number, lat: number): number {
  return (spread(step(lng, 180)) | (spread(step(lat, 90)) << 1)) >>> 0
}

function step(units: number, limit: number): number {
  return Math.min(0xffff, Math.floor((units / toUnits(2 * limit) + 0.5) * 0x10000))
}

/** Interleaves 16 bits with zeros. */
function spread(bits: number): number {
  let spaced = (bits | (bits << 8)) & 0x00ff00ff
  spaced = (spaced | (spaced << 4)) & 0x0f0f0f0f
  spaced = (spaced | (spaced << 2)) & 0x33333333
  return (spaced | (spaced << 1)) & 0x55555555
}
