import { pathToFileURL } from 'node:url'

/* The process of the services. Loads the npm packages ahead, given the module that does so; runs the bundle whose path
is sent to it. */

const [packages] = process.argv.slice(2)
const exit = () => process.exit()
// The development server has ended, perhaps by force.
process.once('disconnect', exit)
process.once('message', (bundle) => {
  process.off('disconnect', exit)
  // Not within the event: Node still reads from the channel.
  setImmediate(() => process.connected && process.disconnect())
  process.argv.splice(1, process.argv.length, String(bundle))
  void import(pathToFileURL(String(bundle)).href)
})
if (packages) {
  // One that fails ends this process: Node 20 would run the bundle although an import of it has failed before.
  await import(pathToFileURL(packages).href)
  process.send?.('loaded')
}
