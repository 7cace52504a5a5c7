import { launch, runBundle } from './lib/launch.js'

/** `start.js` runs the whole site in this process, `start.js posts` one service of the scaled form. */
await launch(() => runBundle(process.argv[2] ?? 'main'))
