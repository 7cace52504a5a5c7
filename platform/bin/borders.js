import { checkBorders } from './lib/borders.js'
import { StepError } from './lib/command.js'
import { ensureInstalled, launch } from './lib/launch.js'

await launch(async () => {
  await ensureInstalled()
  const { crossed, reasons, unseen, modules } = await checkBorders()
  if (unseen.length > 0)
    throw new StepError(`dependency-cruiser skipped ${unseen.length} source files: ${unseen.slice(0, 5).join(', ')} …`)
  if (crossed.length > 0)
    throw new StepError(['Imports that break a rule of .dependency-cruiser.cjs:', ...crossed, ...reasons].join('\n'))
  process.stdout.write(`No import rule broken in ${modules} files.\n`)
})
