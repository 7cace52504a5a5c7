import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createChanges } from './changes.js'
import { createGate } from './gate.js'
import { locate } from './locate.js'
import { createParts } from './parts.js'
import { proxyRequest } from './proxy.js'
import { answerUnavailable } from './unavailable.js'

/** Event stream of compilations. */
const CHANGES = '/dev/changes'
/** Maps a stack to its source. */
const LOCATE = '/dev/locate'
const MAX_STACK = 100_000

/** @typedef {import('./problem.js').Problem} Problem */

/**
 * @typedef {object} DevelopmentOptions
 * @property {string} root the project root, which file names are relative to
 * @property {string} releases the releases folder that the registry reads; emptied on start
 * @property {string} host
 * @property {number} port
 * @property {(batch: import('./parts.js').Batch) => void} onBatch
 * @property {(problems: Problem[]) => void} onProblems all current problems, whenever they change
 */

/**
 * Serves the site with web parts compiled for development, and pushes changes and problems to open pages.
 * Requests to the site wait until `gate` opens.
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
      proxyRequest(site.url, request, response)
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : port,
    gate,
    site,
    /** Reports problems other than compile errors; an empty list clears them. @type {typeof report} */
    report,
    /** Applies the current parts and their manifests. Resolves after each has compiled once. @param {string[]} dirs */
    update(dirs) {
      const run = () => parts.update(dirs)
      updating = updating.then(run, run)
      return updating
    },
    /** Whether a part has a compiler. @param {string} dir */
    has: parts.has,
    async stop() {
      changes.end()
      server.close()
      server.closeAllConnections()
      await parts.stop()
    },
  }
}

/** @param {ReturnType<typeof createChanges>} changes @param {(problems: Problem[]) => void} onProblems */
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

/** An error in a shared package appears in every part. @param {Problem[]} problems */
function distinct(problems) {
  const seen = new Map(problems.map((problem) => [`${problem.file}\0${problem.message}`, problem]))
  return [...seen.values()]
}

/** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response @param {{ releases: string, root: string }} folders */
async function answerLocate(request, response, folders) {
  let stack = ''
  for await (const text of request.setEncoding('utf8')) {
    stack += text
    if (stack.length > MAX_STACK) break
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(locate(stack, folders)))
}
