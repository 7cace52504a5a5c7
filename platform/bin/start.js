import { launch, refuseArguments, runBundle } from './lib/launch.js'

/** `start.js` runs the whole site in this process, `start.js posts` one service of the scaled form. */
await launch(async () => {
  const [name = 'main', ...others] = process.argv.slice(2)
  refuseArguments('npm start', name.startsWith('-') ? [name, ...others] : others)
  await runBundle(name)
})
