import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { screensProject } from './platform/src/testing/screens/project.ts'

/** A second, the default, is short on a machine with other work. */
const expectations = { poll: { timeout: 20_000 } }

const ignored = ['**/node_modules/**', '**/dist/**', 'platform/templates/**']

/**
 * One worker for each core, and at least two, since much of a test is waiting. Files of a worker share the modules they
 * import, which were a tenth of the whole run: no module may keep something for the next test.
 */
const workers = { maxWorkers: Math.max(2, availableParallelism()), isolate: false }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/src/**/*.test.ts', 'packages/web-kit/build/*.test.ts'],
          exclude: [...ignored, '**/*.int.test.ts', '**/*.screen.test.ts'],
          sequence: { groupOrder: 0 },
          // A machine with other work may take long to start a process.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: expectations,
          ...workers,
        },
      },
      {
        test: {
          name: 'int',
          // One group after the other: a browser that shares two cores with everything else misses its time limits.
          sequence: { groupOrder: 1 },
          include: ['**/*.int.test.ts'],
          exclude: ignored,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: expectations,
          globalSetup: 'packages/service-kit/src/testing/mongo-setup.ts',
          ...workers,
        },
      },
      screensProject({ exclude: ignored, groupOrder: 2 }),
      {
        test: {
          name: 'e2e',
          sequence: { groupOrder: 3 },
          include: ['platform/e2e/**/*.e2e.test.ts'],
          exclude: ignored,
          // Only what hangs gets so far: a busy machine may take several times as long as this one.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          ...workers,
          // As long as a page may take, as in `visitor.ts`.
          expect: { poll: { timeout: 30_000 } },
          globalSetup: 'platform/e2e/setup.ts',
        },
      },
    ],
  },
})
