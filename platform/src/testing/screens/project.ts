import { playwright } from '@vitest/browser-playwright'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { CHROMIUM_FLAGS, findChromium } from '../../../e2e/chromium.ts'
import { input } from './input.ts'
import { kitLayers, missing, pictures } from './plugins.ts'

const found = findChromium()

/**
 * Tests of one remote's screens: they run inside Chromium, in one page for all files, with the sources as Vite serves
 * them. Without Chromium each file says so instead.
 */
export function screensProject({ exclude, groupOrder }: { exclude: string[]; groupOrder: number }) {
  const executablePath = 'value' in found ? found.value : undefined
  return {
    plugins: 'value' in found ? [kitLayers(), pictures()] : [missing(found.missing)],
    // All at once, before the first test: one that is found later loads the page anew, in the midst of a test.
    optimizeDeps: {
      // draft-js, which the build of its remote gives the same.
      rolldownOptions: { transform: { define: { global: 'globalThis' } } },
      entries: ['mfe-*/src/**/*.{ts,tsx}', 'packages/web-kit/src/testing/*.ts', 'platform/src/*.screen.test.ts'],
      include: ['vitest > expect-type'],
    },
    test: {
      name: 'screens',
      include: ['{shell,mfe-*,platform,packages/web-kit}/src/**/*.screen.test.ts'],
      exclude,
      sequence: { groupOrder },
      isolate: false,
      testTimeout: 30_000,
      hookTimeout: 30_000,
      browser: {
        enabled: executablePath !== undefined,
        provider: playwright({
          launchOptions: { executablePath, args: CHROMIUM_FLAGS },
          // Room for the largest screen: a frame that does not fit would be drawn smaller, and the pointer miss.
          contextOptions: { locale: 'en-US', reducedMotion: 'reduce', viewport: { width: 1920, height: 1100 } },
        }),
        instances: [{ browser: 'chromium' }],
        headless: true,
        ui: false,
        fileParallelism: false,
        screenshotFailures: false,
        viewport: { width: 1366, height: 768 },
        commands: input,
      },
    },
  } satisfies TestProjectInlineConfiguration
}
