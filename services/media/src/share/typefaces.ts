import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Font } from 'fontkit'

export type Weight = 'medium' | 'strong'

/** In fallback order. */
export type Typefaces = Record<Weight, readonly Font[]>

const CSS_WEIGHT = { medium: 500, strong: 700 } as const satisfies Record<Weight, number>

/** The site's own family first; latin-ext has the rupee sign. */
const FILES = (weight: number) => [
  `@fontsource/inter/files/inter-latin-${weight}-normal.woff2`,
  `@fontsource/inter/files/inter-latin-ext-${weight}-normal.woff2`,
  `@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-${weight}-normal.woff2`,
]

let opened: Promise<Typefaces> | undefined

/** Bundled, so that the output does not depend on installed fonts. */
export function openTypefaces(): Promise<Typefaces> {
  opened ??= readAll()
  return opened
}

async function readAll(): Promise<Typefaces> {
  const { create } = await import('fontkit')
  const { resolve } = createRequire(import.meta.url)
  const open = async (weight: Weight) => {
    const fonts: Font[] = []
    for (const file of FILES(CSS_WEIGHT[weight])) {
      const font = create(await readFile(resolve(file)))
      if (!('layout' in font)) throw new Error(`${file} is a font collection; expected a single font`)
      // Decompressing a font takes milliseconds: yield to the event loop.
      font.layout('x')
      fonts.push(font)
      await nextTurn()
    }
    return fonts
  }
  return { medium: await open('medium'), strong: await open('strong') }
}
