import { launch, refuseArguments, runBundle } from './lib/launch.js'

await launch(async () => {
  refuseArguments('npm run secrets', process.argv.slice(2))
  await runBundle('secrets')
})
