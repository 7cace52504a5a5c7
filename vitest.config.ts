import { defineConfig } from 'vitest/config'

const ignored = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/src/**/*.test.ts', 'packages/web-kit/build/*.test.ts'],
          exclude: [...ignored, '**/*.int.test.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'int',
          // One group after the other: a browser that shares two cores with everything else misses its time limits.
          sequence: { groupOrder: 1 },
          include: ['**/*.int.test.ts'],
          exclude: ignored,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          sequence: { groupOrder: 2 },
          include: ['platform/e2e/**/*.e2e.test.ts'],
          exclude: ignored,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          // Two browsers and two sites on two cores stall now and then; the report names what passed only then.
          retry: 1,
          globalSetup: 'platform/e2e/built.ts',
        },
      },
    ],
  },
})
