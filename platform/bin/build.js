import { build } from './lib/build.js'
import { ensureInstalled, launch } from './lib/launch.js'
import { alone } from './lib/lock.js'
import { LAUNCH_LOCK } from './lib/root.js'

await launch(async () => {
  await ensureInstalled()
  await alone(LAUNCH_LOCK, build)
})
