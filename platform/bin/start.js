import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StepError } from './lib/command.js'
import { ensureBuilt, launch } from './lib/launch.js'

/** `start.js` starts the whole site in this process, `start.js posts` one part of the scaled form. */
const [part = 'main'] = process.argv.slice(2)

await launch(async () => {
  await ensureBuilt()
  const bundle = new URL(`../dist/${basename(part)}.js`, import.meta.url)
  if (!existsSync(fileURLToPath(bundle))) throw new StepError(`There is no part "${part}" to start.`)
  await import(bundle.href)
})
