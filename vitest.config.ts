import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { screensProject } from './platform/src/testing/screens/project.ts'
import { keepTemporaryFilesInMemory } from './platform/src/testing/temporary-files.ts'

keepTemporaryFilesInMemory()

/** Vitest's default of one second is too short on a busy machine. */
const expectations = { poll: { timeout: 20_000 } }

const ignored = ['**/node_modules/**', '**/dist/**', '.cache/**', 'platform/templates/**']

/**
 * One worker per core, and at least three, because tests often wait. All projects run beside each other, screens in as
 * many pages, which leaves no core idle: on two cores a whole run took 680 s with two workers and the end-to-end tests
 * after all others. Without isolation the files of a worker share imported modules, which saves a
 * tenth of the run: no module may keep state between tests.
 */
const workers = { maxWorkers: Math.max(3, availableParallelism()), isolate: false }

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

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/src/**/*.test.ts'],
          exclude: [...ignored, '**/*.int.test.ts', '**/*.screen.test.ts'],
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
          include: ['**/*.int.test.ts'],
          exclude: ignored,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: expectations,
          globalSetup: 'packages/service-kit/src/testing/mongo-setup.ts',
          ...workers,
        },
      },
      screensProject({ exclude: ignored, maxWorkers: workers.maxWorkers }),
      {
        test: {
          name: 'e2e',
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
