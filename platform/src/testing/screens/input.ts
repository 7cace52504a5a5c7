import type { BrowserCommand } from 'vitest/node'

type Medium = Parameters<Parameters<BrowserCommand<[]>>[0]['page']['emulateMedia']>[0]

type Point = [x: number, y: number]

/**
 * Trusted input events, which only the browser can produce; typed for tests in `packages/remote/src/testing/input.ts`.
 */
export const input = {
  movePointer: (({ page }, x, y, steps) => page.mouse.move(x, y, { steps })) satisfies BrowserCommand<
    [x: number, y: number, steps?: number]
  >,
  pressPointer: (({ page }) => page.mouse.down()) satisfies BrowserCommand<[]>,
  releasePointer: (({ page }) => page.mouse.up()) satisfies BrowserCommand<[]>,
  turnWheel: (({ page }, x, y) => page.mouse.wheel(x, y)) satisfies BrowserCommand<[x: number, y: number]>,
  pressKey: (({ page }, key) => page.keyboard.press(key)) satisfies BrowserCommand<[key: string]>,
  typeText: (({ page }, text) => page.keyboard.type(text)) satisfies BrowserCommand<[text: string]>,
  swipe: (async ({ context, page }, [fromX, fromY], [toX, toY]) => {
    const devtools = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', [{ x: fromX, y: fromY }])
    for (const part of [0.2, 0.4, 0.6, 0.8, 1]) {
      await touch('touchMove', [{ x: fromX + (toX - fromX) * part, y: fromY + (toY - fromY) * part }])
    }
    await touch('touchEnd', [])
    await devtools.detach()
  }) satisfies BrowserCommand<[from: Point, to: Point]>,
  emulateMedia: (({ page }, medium) => page.emulateMedia(medium)) satisfies BrowserCommand<[medium: Medium]>,
}
