import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runOpenly, StepError } from './lib/command.js'
import { ensureBuilt, ensureInstalled, launch } from './lib/launch.js'
import { closingLines, hidesTests, readOutcome } from './lib/outcome.js'
import { ROOT } from './lib/root.js'

const REPORT = join(ROOT, '.cache', 'tests.json')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const PARTS = ['int', 'e2e']

await launch(async () => {
  const [part, ...more] = process.argv.slice(2)
  if ((part !== undefined && !PARTS.includes(part)) || more.length > 0)
    throw new StepError('Write: npm test, npm run test:int or npm run test:e2e')
  await (part === 'int' ? ensureInstalled() : ensureBuilt())
  mkdirSync(dirname(REPORT), { recursive: true })
  rmSync(REPORT, { force: true })
  const code = await runOpenly(process.execPath, [VITEST, 'run', ...argumentsFor(part)])
  const outcome = readOutcome(REPORT)
  for (const line of closingLines(outcome)) process.stdout.write(`${line}\n`)
  const hidden = process.env.CI === 'true' && hidesTests(outcome)
  process.exitCode = code !== 0 || outcome.failed > 0 || hidden ? 1 : 0
})

/** @param {string | undefined} part */
function argumentsFor(part) {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
  return part === undefined ? report : [...report, `--project=${part}`]
}
