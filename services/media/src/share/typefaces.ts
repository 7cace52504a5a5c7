import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Font } from 'fontkit'

export type Weight = 'medium' | 'strong'

/** The fonts of each weight, in the order in which they are asked for a character. */
export type Typefaces = Record<Weight, readonly Font[]>

const CSS_WEIGHT = { medium: 500, strong: 700 } as const satisfies Record<Weight, number>

/** The site's own family first; the second file of it has the sign of the rupee. */
const FILES = (weight: number) => [
  `@fontsource/inter/files/inter-latin-${weight}-normal.woff2`,
  `@fontsource/inter/files/inter-latin-ext-${weight}-normal.woff2`,
  `@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-${weight}-normal.woff2`,
]

let opened: Promise<Typefaces> | undefined

/** The bundled fonts, read at the first call: what a machine has installed makes no difference. */
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
      if (!('layout' in font)) throw new Error(`${file} holds several fonts instead of one`)
      // Unpacking one takes some milliseconds: others get their turn in between.
      font.layout('x')
      fonts.push(font)
      await breathe()
    }
    return fonts
  }
  return { medium: await open('medium'), strong: await open('strong') }
}
