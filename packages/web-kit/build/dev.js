import { rm } from 'node:fs/promises'
import { rspack } from '@rspack/core'
import { RspackDevServer } from '@rspack/dev-server'
import { readConfig } from './build.js'

/** Where the bundles of a page hear of what was compiled. */
const CHANGES = '/dev/changes'
/** Below it lie the files of releases. */
const FILES = '/r/'

/**
 * @typedef {object} DevOptions
 * @property {string[]} dirs the web parts
 * @property {string} releases the folder of releases that the registry reads; emptied first
 * @property {string} host
 * @property {number} port
 * @property {string} site the address of the site itself: everything but the files of releases is its
 * @property {() => Promise<void>} siteUp resolves once the site listens: requests wait while it starts again
 */

/**
 * Serves the site with its web parts compiled for development by one compiler, and tells open pages what has changed.
 * @param {DevOptions} options
 * @returns {Promise<{ stop: () => Promise<void> }>} once everything is compiled for the first time
 */
export async function serveDevelopment({ dirs, releases, host, port, site, siteUp }) {
  await rm(releases, { recursive: true, force: true })
  const configs = await Promise.all(dirs.map((dir) => readConfig(dir, { devReleases: releases })))
  const compiler = rspack(configs)
  const changes = followChanges(compiler)
  const server = new RspackDevServer(
    {
      host,
      port,
      client: false,
      hot: false,
      liveReload: false,
      static: false,
      compress: false,
      allowedHosts: 'all',
      devMiddleware: { writeToDisk: true, index: false },
      setupMiddlewares: (middlewares) => [
        { name: 'changes', path: CHANGES, middleware: changes.answer },
        { name: 'patience', middleware: waitFor(siteUp) },
        ...middlewares,
      ],
      proxy: [{ context: (path) => !path.startsWith(FILES), target: site, xfwd: true }],
      setupExitSignals: false,
    },
    compiler,
  )
  const compiled = new Promise((resolve) => compiler.hooks.done.tap('FirstBuild', resolve))
  await server.start()
  await compiled
  return { stop: () => server.stop() }
}

/** @param {() => Promise<void>} condition @returns {import('@rspack/core').DevServerMiddlewareHandler} */
function waitFor(condition) {
  return (_request, _response, next) => void condition().then(() => next(), next)
}

/** @param {import('@rspack/core').MultiCompiler} compiler */
function followChanges(compiler) {
  /** @type {Map<string, string>} the last event of each part */
  const latest = new Map()
  /** @type {Set<import('node:http').ServerResponse>} */
  const pages = new Set()

  for (const { name = '', hooks } of compiler.compilers) {
    hooks.done.tap('Changes', (stats) => {
      const { errors = [], hash } = stats.toJson({ all: false, errors: true, hash: true })
      const data = JSON.stringify({ hash, errors: errors.map(({ message }) => message) })
      latest.set(name, `event: ${name}\ndata: ${data}\n\n`)
      for (const page of pages) page.write(latest.get(name))
    })
  }

  /**
   * @param {import('node:http').IncomingMessage} _request
   * @param {import('node:http').ServerResponse} response
   */
  function answer(_request, response) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    for (const event of latest.values()) response.write(event)
    pages.add(response)
    response.on('close', () => pages.delete(response))
  }
  return { answer }
}
