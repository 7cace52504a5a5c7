import { relative } from 'node:path'
import { StepError } from './lib/command.js'
import { ensureInstalled, launch } from './lib/launch.js'
import { pack } from './lib/pack.js'

/** `pack.js [FOLDER]` */
await launch(async () => {
  const [folder = 'packed', ...others] = process.argv.slice(2)
  if (others.length > 0) throw new StepError(`npm run pack takes one folder, got "${[folder, ...others].join(' ')}".`)
  await ensureInstalled()
  for (const path of await pack(folder)) process.stdout.write(`${relative(process.cwd(), path)}\n`)
})
