import { build } from './lib/build.js'
import { ensureInstalled, launch } from './lib/launch.js'
import { alone } from './lib/lock.js'

await launch(async () => {
  await ensureInstalled()
  await alone(build)
})
