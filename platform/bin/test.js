import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runOpenly, StepError } from './lib/command.js'
import { ensureBuilt, ensureInstalled, launch } from './lib/launch.js'
import { closingLines, hidesTests, readOutcome } from './lib/outcome.js'
import { ROOT } from './lib/root.js'

const REPORT = join(ROOT, '.cache', 'tests.json')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const PARTS = ['int', 'screens', 'e2e']

/** `test.js [int|screens|e2e] [PATH …] [vitest option …]` */
await launch(async () => {
  const [first = '', ...rest] = process.argv.slice(2)
  const part = PARTS.includes(first) ? first : undefined
  const wanted = part === undefined ? process.argv.slice(2) : rest
  await (needsBuild(part, wanted) ? ensureBuilt() : ensureInstalled())
  mkdirSync(dirname(REPORT), { recursive: true })
  rmSync(REPORT, { force: true })
  const code = await runOpenly(process.execPath, [VITEST, 'run', ...argumentsFor(part), ...wanted])
  if (!existsSync(REPORT)) throw new StepError('No tests ran.')
  const outcome = readOutcome(REPORT, { isFiltered: wanted.some((word) => /^(-t|--testNamePattern)/.test(word)) })
  for (const line of closingLines(outcome)) process.stdout.write(`${line}\n`)
  const hidden = process.env.CI === 'true' && hidesTests(outcome)
  process.exitCode = code !== 0 || outcome.failed > 0 || hidden ? 1 : 0
})

/**
 * Only tests in platform need the build.
 * @param {string | undefined} part
 * @param {string[]} wanted
 */
function needsBuild(part, wanted) {
  const paths = wanted.filter((word) => !word.startsWith('-'))
  const isElsewhere = (/** @type {string} */ path) => existsSync(join(ROOT, path)) && !/^(\.\/)?platform\b/.test(path)
  return part !== 'int' && part !== 'screens' && (paths.length === 0 || !paths.every(isElsewhere))
}

/** @param {string | undefined} part */
function argumentsFor(part) {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
  return part === undefined ? report : [...report, `--project=${part}`]
}
