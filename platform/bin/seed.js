import { launch, refuseArguments, runBundle } from './lib/launch.js'

await launch(async () => {
  refuseArguments('npm run seed', process.argv.slice(2))
  await runBundle('seed')
})
