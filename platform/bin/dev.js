import { ensureInstalled, launch } from './lib/launch.js'

await launch(async () => {
  await ensureInstalled()
  const { develop } = await import('./lib/dev.js')
  await develop()
})
