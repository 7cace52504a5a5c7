import { launch, runBundle } from './lib/launch.js'

/** `start.js` starts the whole site in this process, `start.js posts` one part of the scaled form. */
await launch(() => runBundle(process.argv[2] ?? 'main'))
