import { launch } from './lib/launch.js'
import { create } from './lib/new/create.js'

/** `new.js remote|service NAME [--lock-only]` */
await launch(async () => {
  const [kind = '', name = '', option] = process.argv.slice(2)
  for (const line of await create(kind, name, { lockOnly: option === '--lock-only' })) process.stdout.write(`${line}\n`)
})
