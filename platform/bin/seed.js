import { ensureBuilt, launch } from './lib/launch.js'

await launch(async () => {
  await ensureBuilt()
  await import('../dist/seed.js')
})
