import { launch } from './lib/launch.js'
import { create } from './lib/new/create.js'

/** `new.js KIND ARGUMENT … [--lock-only]` */
await launch(async () => {
  const [kind = '', ...others] = process.argv.slice(2)
  const args = others.filter((argument) => argument !== '--lock-only')
  for (const line of await create(kind, args, { lockOnly: args.length < others.length }))
    process.stdout.write(`${line}\n`)
})
