import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { screensProject } from './platform/src/testing/screens/project.ts'

/** Vitest's default of one second is too short on a busy machine. */
const expectations = { poll: { timeout: 20_000 } }

const ignored = ['**/node_modules/**', '**/dist/**', 'platform/templates/**']

/**
 * One worker per core, and at least two, because tests often wait; screens have as many pages beside them. Without
 * isolation the files of a worker share imported modules, which saves a tenth of the run: no module may keep state
 * between tests.
 */
const workers = { maxWorkers: Math.max(2, availableParallelism()), isolate: false }

/**
 * Starts with the slowest files, so that no worker ends alone with one. Without the durations of an earlier run, as in
 * CI, Vitest goes by size, and these are small.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => moduleId.includes('/platform/e2e/dev/')
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

/** All of these wait for a third to a half of their time: together they leave no core idle. */
const BESIDE = { groupOrder: 0 }
/** Whole sites in a browser need both cores for themselves. */
const LAST = { groupOrder: 1 }

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/src/**/*.test.ts', 'packages/web-kit/build/*.test.ts'],
          exclude: [...ignored, '**/*.int.test.ts', '**/*.screen.test.ts'],
          sequence: BESIDE,
          // Starting a process takes long on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: expectations,
          ...workers,
        },
      },
      {
        test: {
          name: 'int',
          sequence: BESIDE,
          include: ['**/*.int.test.ts'],
          exclude: ignored,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: expectations,
          globalSetup: 'packages/service-kit/src/testing/mongo-setup.ts',
          ...workers,
        },
      },
      screensProject({ exclude: ignored, sequence: BESIDE, maxWorkers: workers.maxWorkers }),
      {
        test: {
          name: 'e2e',
          sequence: LAST,
          include: ['platform/e2e/**/*.e2e.test.ts'],
          exclude: ignored,
          // Only a hang takes this long, even on a busy machine.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          ...workers,
          // Same as PATIENCE_MS in visitor.ts.
          expect: { poll: { timeout: 30_000 } },
          globalSetup: 'platform/e2e/setup.ts',
        },
      },
    ],
  },
})
