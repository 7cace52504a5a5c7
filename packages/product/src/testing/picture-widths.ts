import { until } from '@aangan/remote/testing/user-actions'
import { expect } from 'vitest'

/** An uploaded picture. */
export const UPLOADED = `/media/posts/${'a'.repeat(24)}/1600.webp`
export const VIEWPORTS = [390, 600, 820, 1024, 1366, 1536].map((width) => ({ width, height: 900 }))

/** The width of the test server's pictures, and their width by their height. */
const SERVED = 300
const RATIO = 1.5

/**
 * Expects `count` visible uploaded pictures, whose attribute `sizes` gives about the width at which each is drawn: with
 * less they would be blurred, with far more bytes would be wasted.
 */
export async function expectWidths(count: number): Promise<void> {
  await until(() => shownPictures().length).toBe(count)
  for (const image of shownPictures()) {
    const given = await widthOf(image.sizes)
    const drawn = widthDrawn(image)
    const what = `${image.sizes} gives ${given} px for ${drawn}`
    expect(given, what).toBeGreaterThan(drawn * 0.97)
    expect(given, what).toBeLessThan(drawn * 1.65)
  }
}

function shownPictures(): HTMLImageElement[] {
  return [...document.querySelectorAll<HTMLImageElement>('img[srcset]')].filter((one) => one.checkVisibility())
}

/** A picture that covers a narrow frame is cut at its sides. */
function widthDrawn(image: HTMLImageElement): number {
  const { width, height } = image.getBoundingClientRect()
  return getComputedStyle(image).objectFit === 'cover' ? Math.max(width, height * RATIO) : width
}

/** What the browser makes of `sizes`, in pixels. */
async function widthOf(sizes: string): Promise<number> {
  const probe = new Image()
  probe.sizes = sizes
  probe.srcset = `/media/probe.svg ${SERVED}w`
  await probe.decode()
  return probe.naturalWidth
}
