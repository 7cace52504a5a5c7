import { ensureInstalled, launch, refuseArguments } from './lib/launch.js'

await launch(async () => {
  refuseArguments('npm run dev', process.argv.slice(2))
  await ensureInstalled()
  const { develop } = await import('./lib/dev.js')
  await develop()
})
