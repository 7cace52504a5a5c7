import { pathToFileURL } from 'node:url'

/* Child process of the services. Preloads the npm packages of the module given as argument, then runs the bundle whose
path arrives as an IPC message. */

const [packages] = process.argv.slice(2)
const exit = () => process.exit()
// The development server is gone, perhaps killed.
process.once('disconnect', exit)
process.once('message', (bundle) => {
  process.off('disconnect', exit)
  // Deferred: inside the event, Node is still reading from the channel.
  setImmediate(() => process.connected && process.disconnect())
  process.argv.splice(1, process.argv.length, String(bundle))
  void import(pathToFileURL(String(bundle)).href)
})
if (packages) {
  // A failed import must end this process: Node 20 would run the bundle despite its failed dependency.
  await import(pathToFileURL(packages).href)
  process.send?.('loaded')
}
