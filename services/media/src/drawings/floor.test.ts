import { PROPERTIES } from '@aangan/contracts/post-constants'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { drawHome } from './draw.ts'

const SEEDS = Array.from({ length: 20 }, (_, index) => `64b0c0ffee64b0c0ffee${String(index).padStart(4, '0')}`)
/** The foreground, in which only floor, tiles and sunlight lie, or a path. */
const FLOOR = { left: 100, top: 350, width: 400, height: 45 }
const [OUTSIDE, INSIDE] = [2, 3]

/** How many colours cover more than a hundredth of the floor each. */
async function coloursOn(svg: string): Promise<number> {
  const pixels = await sharp(Buffer.from(svg)).extract(FLOOR).removeAlpha().raw().toBuffer()
  const counts = new Map<number, number>()
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = pixels.readUIntBE(at, 3)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  return [...counts.values()].filter((count) => count > pixels.length / 3 / 100).length
}

it.each(
  PROPERTIES.flatMap((property) => [
    [property, OUTSIDE] as const,
    ...(property === 'land' ? [] : [[property, INSIDE] as const]),
  ]),
)('%s, view %i: nothing stands on the floor, since no listing states it', async (property, view) => {
  const counts = await Promise.all(SEEDS.map((seed) => coloursOn(drawHome(property, seed, view))))
  expect(Math.max(...counts)).toBeLessThanOrEqual(4)
})
