import { build } from './lib/build.js'
import { ensureInstalled, launch, refuseArguments } from './lib/launch.js'
import { alone } from './lib/lock.js'
import { LAUNCH_LOCK } from './lib/root.js'

await launch(async () => {
  refuseArguments('npm run build', process.argv.slice(2))
  await ensureInstalled()
  await alone(LAUNCH_LOCK, build)
})
