import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { screensProject } from './platform/src/testing/screens/project.ts'

/** Vitest's default of one second is too short on a busy machine. */
const expectations = { poll: { timeout: 20_000 } }

const ignored = ['**/node_modules/**', '**/dist/**', 'platform/templates/**']

/**
 * One worker per core, and at least three, because tests often wait. All projects run beside each other, screens in as
 * many pages, which leaves no core idle: on two cores a whole run takes 500 s, and took 680 with two workers and the
 * end-to-end tests after all others. Without isolation the files of a worker share imported modules, which saves a
 * tenth of the run: no module may keep state between tests.
 */
const workers = { maxWorkers: Math.max(3, availableParallelism()), isolate: false }

/** Parts of the paths of slow files, the slowest first: such a file at the end would leave a core idle. */
const SLOW = ['/e2e/dev/', '/chat-faults/', '/e2e/markup/', '/e2e/', '.int.test.ts']

/** Starts with the slowest. Vitest would go by the durations of an earlier run, which CI does not have. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = SLOW.findIndex((part) => moduleId.includes(part))
      return at === -1 ? SLOW.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/src/**/*.test.ts', 'packages/web-kit/build/*.test.ts'],
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
