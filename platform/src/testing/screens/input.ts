import type { BrowserCommand } from 'vitest/node'

type Medium = Parameters<Parameters<BrowserCommand<[]>>[0]['page']['emulateMedia']>[0]

/** What only the browser itself can do: `packages/web-kit/src/testing/input.ts` has their types for tests. */
export const input = {
  movePointer: (({ page }, x, y, steps) => page.mouse.move(x, y, { steps })) satisfies BrowserCommand<
    [x: number, y: number, steps?: number]
  >,
  pressPointer: (({ page }) => page.mouse.down()) satisfies BrowserCommand<[]>,
  releasePointer: (({ page }) => page.mouse.up()) satisfies BrowserCommand<[]>,
  turnWheel: (({ page }, x, y) => page.mouse.wheel(x, y)) satisfies BrowserCommand<[x: number, y: number]>,
  pressKey: (({ page }, key) => page.keyboard.press(key)) satisfies BrowserCommand<[key: string]>,
  typeText: (({ page }, text) => page.keyboard.type(text)) satisfies BrowserCommand<[text: string]>,
  emulateMedia: (({ page }, medium) => page.emulateMedia(medium)) satisfies BrowserCommand<[medium: Medium]>,
}
