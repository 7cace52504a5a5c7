import { launch, refuseArguments, runBundle } from './lib/launch.js'

await launch(async () => {
  refuseArguments('npm run migrate', process.argv.slice(2))
  await runBundle('migrate')
})
