import { checkBorders } from './lib/borders.js'
import { StepError } from './lib/command.js'
import { ensureInstalled, launch } from './lib/launch.js'

await launch(async () => {
  await ensureInstalled()
  const { crossed, unseen, modules } = await checkBorders()
  if (unseen.length > 0)
    throw new StepError(`The check of borders did not see ${unseen.length} files: ${unseen.slice(0, 5).join(', ')} …`)
  if (crossed.length > 0)
    throw new StepError(
      `${crossed.join('\n')}\n${crossed.length} borders crossed; .dependency-cruiser.cjs says why each is there.`,
    )
  process.stdout.write(`No border crossed in ${modules} files.\n`)
})
