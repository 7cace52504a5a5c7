import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rspack } from '@rspack/core'
import { importContract } from './import-contract.js'
import { localOverride } from './local-override.js'
import { DRAFT } from './release-plugin.js'
import { isKept, withRelease } from './site-page.js'

const { LEAVING_WORKER, WORKER_HEADERS, WORKER_URL } = await importContract('page')

/** Without a query it looks for its server where its script came from. */
const RELOAD_CLIENT = fileURLToPath(import.meta.resolve('@rspack/dev-server/client/index'))

/**
 * For `rspack serve`: a running site, whose pages use this remote's newest compilation instead of its release. All else
 * is passed on to the site, so no service runs here.
 * @param {string} site its origin
 * @param {{ name: string, publicPath: string, compiler: import('@rspack/core').Compiler, onStart: () => void }} part `onStart`: before the first compilation
 * @returns {import('@rspack/core').Configuration['devServer'] & object}
 */
export function siteServer(site, { name, publicPath, compiler, onStart }) {
  /** @param {string} path */
  const isOurs = (path) => path.startsWith(publicPath) || path === '/ws'
  /** Its own pages may make changes, as on the site; those of others stay refused. @param {import('node:http').ClientRequest} sent @param {import('node:http').IncomingMessage} request */
  const fromSite = (sent, { headers: { origin, host } }) => {
    if (origin === `http://${host}`) sent.setHeader('origin', new URL(site).origin)
  }
  /** @type {any} */
  let running
  /** The server checks the Host of requests only. @param {import('node:http').ClientRequest} sent @param {import('node:http').IncomingMessage} request @param {import('node:net').Socket} socket */
  const socketFromSite = (sent, request, socket) => {
    if (running.isValidHost(request.headers, 'host')) return fromSite(sent, request)
    sent.destroy()
    socket.destroy()
  }
  return {
    // Not for the whole network: it serves sources, and passes on what others send.
    host: '127.0.0.1',
    // The site's React cannot take a changed component in place.
    hot: false,
    // It would look for this server at the address of the page, which may be the site's: see RELOAD_CLIENT.
    client: false,
    devMiddleware: { publicPath },
    proxy: [
      {
        context: (path) => !isOurs(path),
        target: site,
        changeOrigin: true,
        ws: true,
        on: { proxyReq: fromSite, proxyReqWs: socketFromSite },
      },
    ],
    setupMiddlewares(middlewares, server) {
      running = server
      onStart()
      new rspack.EntryPlugin(compiler.context, RELOAD_CLIENT, { name: undefined }).apply(compiler)
      const draft = async () => ({ ...(await draftOf(compiler, server)), name })
      /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response @param {(error?: unknown) => void} next */
      const middleware = (request, response, next) => {
        if (request.url === WORKER_URL) return sendWorker(response)
        if (!isPage(request) || isOurs(request.url ?? '')) return next()
        sendPage(request, response, { site, draft }).catch(next)
      }
      const local = localOverride(server, { name, publicPath, draft })
      // Not before those that refuse requests of other sites' pages.
      const checks = middlewares.findLastIndex(({ name }) => name?.endsWith('-check'))
      const checked = middlewares.toSpliced(checks + 1, 0, { name: 'page', middleware })
      const host = middlewares.findIndex(({ name }) => name === 'host-header-check')
      return checked.toSpliced(host + 1, 0, { name: 'local', middleware: local })
    },
  }
}

/** A server that has stopped must not look alive. @param {import('node:http').ServerResponse} response */
function sendWorker(response) {
  response.writeHead(200, WORKER_HEADERS).end(LEAVING_WORKER)
}

/** @param {import('node:http').IncomingMessage} request */
function isPage({ method, headers }) {
  return method === 'GET' && headers.accept?.includes('text/html')
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {{ site: string, draft: () => Promise<any> }} page
 */
async function sendPage({ url = '/', headers }, response, { site, draft }) {
  const { host: _host, connection: _connection, ...sent } = headers
  // Joined as text: an address that begins with two slashes must not lead, with its cookies, to another host.
  const options = { headers: /** @type {any} */ (sent), redirect: /** @type {const} */ ('manual') }
  const page = await fetch(new URL(site).origin + url, options).catch((cause) => {
    throw new Error(`${site} does not answer: start that site, or give RemotePlugin another "site".`, { cause })
  })
  for (const [key, value] of page.headers) if (isKept(key)) response.appendHeader(key, value)
  const { status, html } = withRelease({ url, status: page.status, html: await page.text() }, await draft())
  response.writeHead(status).end(html)
}

/**
 * The release of the newest compilation, once there is one.
 * @param {import('@rspack/core').Compiler} compiler
 * @param {any} server
 * @returns {Promise<any>}
 */
async function draftOf(compiler, server) {
  await new Promise((resolve) => server.middleware.waitUntilValid(resolve))
  const path = join(String(compiler.options.output.path), DRAFT)
  return new Promise((resolve, reject) => {
    const done = (/** @type {unknown} */ error, /** @type {any} */ text) =>
      error ? reject(new Error('The remote does not compile: see the terminal.')) : resolve(JSON.parse(String(text)))
    compiler.outputFileSystem?.readFile(path, done)
  })
}
