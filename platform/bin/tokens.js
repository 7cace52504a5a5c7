import { launch, runBundle } from './lib/launch.js'

await launch(() => runBundle('tokens'))
