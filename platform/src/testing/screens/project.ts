import { playwright } from '@vitest/browser-playwright'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { findChromium, TEST_FLAGS } from '../../../e2e/chromium.ts'
import { input } from './input.ts'
import { kitLayers, missing, pictures } from './plugins.ts'

const found = findChromium()

/** Vitest runs projects beside each other only if they have the same number of workers. */
interface Shared {
  exclude: string[]
  maxWorkers: number
}

/**
 * Vitest project for screen tests: they run inside Chromium, in as many pages as there are workers, on sources served by Vite.
 * Without Chromium each file reports that.
 */
export function screensProject({ exclude, maxWorkers }: Shared) {
  const executablePath = 'value' in found ? found.value : undefined
  return {
    plugins: 'value' in found ? [kitLayers(), pictures()] : [missing(found.missing)],
    // Optimizes all dependencies up front: one discovered later would reload the page in the middle of a test.
    optimizeDeps: {
      // draft-js needs `global`; its remote's build defines it too.
      rolldownOptions: { transform: { define: { global: 'globalThis' } } },
      entries: [
        '{shell,mfe-*}/src/**/*.{ts,tsx}',
        'packages/{remote,product}/src/testing/*.ts',
        'platform/src/*.screen.test.ts',
      ],
      include: ['vitest > expect-type'],
    },
    test: {
      name: 'screens',
      setupFiles: 'packages/design/src/testing/styles.ts',
      include: ['{shell,mfe-*,platform,packages/{remote,design,product}}/src/**/*.screen.test.ts'],
      exclude,
      isolate: false,
      maxWorkers,
      testTimeout: 30_000,
      hookTimeout: 30_000,
      browser: {
        enabled: executablePath !== undefined,
        provider: playwright({
          launchOptions: { executablePath, args: TEST_FLAGS },
          // Larger than the largest screen: a frame that does not fit would be scaled down, and pointer coordinates
          // would be off.
          contextOptions: { locale: 'en-US', reducedMotion: 'reduce', viewport: { width: 1920, height: 1100 } },
        }),
        instances: [{ browser: 'chromium' }],
        headless: true,
        ui: false,
        screenshotFailures: false,
        viewport: { width: 1366, height: 768 },
        commands: input,
      },
    },
  } satisfies TestProjectInlineConfiguration
}
