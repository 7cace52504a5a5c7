import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createChanges } from './changes.js'
import { createGate } from './gate.js'
import { locate } from './locate.js'
import { createParts } from './parts.js'
import { passOn } from './proxy.js'
import { answerUnavailable } from './unavailable.js'

/** Where the bundles of a page hear of what was compiled. */
const CHANGES = '/dev/changes'
/** Where a page asks which source a stack is about. */
const LOCATE = '/dev/locate'
const MAX_STACK = 100_000

/** @typedef {import('./problem.js').Problem} Problem */

/**
 * @typedef {object} DevelopmentOptions
 * @property {string} root the project's folder, from which files are named
 * @property {string} releases the folder of releases that the registry reads; emptied first
 * @property {string} host
 * @property {number} port
 * @property {(batch: import('./parts.js').Batch) => void} onBatch after each compilation
 * @property {(problems: Problem[]) => void} onProblems all that is wrong, whenever that changes
 */

/**
 * Serves the site with its web parts compiled for development, and tells open pages what has changed and what is wrong.
 * Requests to the site wait until `gate` is open.
 * @param {DevelopmentOptions} options
 */
export async function serveDevelopment({ root, releases, host, port, onBatch, onProblems }) {
  await rm(releases, { recursive: true, force: true })
  const changes = createChanges()
  const gate = createGate()
  const site = { url: '', failed: false }
  let isRenewed = false
  const report = createReport(changes, onProblems)
  const parts = createParts({
    root,
    releases,
    onBatch(batch) {
      if (isRenewed) changes.state.pages += 1
      isRenewed = false
      for (const { name, hash, problems } of batch.compilations) {
        if (problems.length === 0) changes.state.hashes[name] = hash
        report(`compiler ${name}`, problems)
      }
      onBatch(batch)
    },
    onManifest: (part, message) =>
      report(`manifest ${part}`, message === null ? [] : [{ part, kind: 'manifest', message }]),
    onRenewed() {
      isRenewed = true
    },
  })
  /** @type {Promise<void>} */
  let updating = Promise.resolve()

  const server = createServer((request, response) => {
    const { url = '' } = request
    if (url === CHANGES) return changes.answer(request, response)
    if (url === LOCATE) return void answerLocate(request, response, { releases, root }).catch(() => response.destroy())
    if (site.failed) return answerUnavailable(changes.state.problems, response)
    void gate.enter().then((leave) => {
      if (response.destroyed) return leave()
      response.once('close', leave)
      if (site.failed) return answerUnavailable(changes.state.problems, response)
      passOn(site.url, request, response)
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : port,
    gate,
    site,
    /** What is wrong with something else than a part's compilation; nothing, when empty. @type {typeof report} */
    report,
    /**
     * Takes in which parts there are and what their manifests say. Resolves once they are compiled for the first time.
     * @param {string[]} dirs
     */
    update(dirs) {
      const run = () => parts.update(dirs)
      updating = updating.then(run, run)
      return updating
    },
    /** Whether a part is compiled. @param {string} dir */
    has: parts.has,
    async stop() {
      changes.end()
      server.close()
      server.closeAllConnections()
      await parts.stop()
    },
  }
}

/**
 * @param {ReturnType<typeof createChanges>} changes
 * @param {(problems: Problem[]) => void} onProblems
 */
function createReport({ state, tell }, onProblems) {
  /** @type {Map<string, Problem[]>} */
  const bySource = new Map()
  /** @param {string} source @param {Problem[]} problems */
  return (source, problems) => {
    bySource.set(source, problems)
    const before = JSON.stringify(state.problems)
    state.problems = distinct([...bySource.values()].flat())
    tell()
    if (JSON.stringify(state.problems) !== before) onProblems(state.problems)
  }
}

/** What all parts stand on breaks all of them in the same way. @param {Problem[]} problems */
function distinct(problems) {
  const seen = new Map(problems.map((problem) => [`${problem.file}\0${problem.message}`, problem]))
  return [...seen.values()]
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {{ releases: string, root: string }} places
 */
async function answerLocate(request, response, places) {
  let stack = ''
  for await (const text of request.setEncoding('utf8')) {
    stack += text
    if (stack.length > MAX_STACK) break
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(locate(stack, places)))
}
