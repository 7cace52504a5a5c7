import { request as ask } from 'node:http'
import { pipeline } from 'node:stream'

/** In development a stylesheet keeps its URL when it changes; scripts have a hash in theirs and stay cached. */
const STYLE = /^\/r\/[^?]*\.css(\?|$)/

/**
 * Proxies a request to the site; only the caching of stylesheets differs.
 * @param {string} site
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').ServerResponse} response
 */
export function proxyRequest(site, incoming, response) {
  const { method, headers, url } = incoming
  // One connection per request: keep-alive would prevent the site from stopping.
  const options = { method, headers: { ...headers, connection: 'close' }, agent: false }
  const outgoing = ask(new URL(url ?? '/', site), options, (answer) => {
    const { connection: _connection, 'keep-alive': _keepAlive, ...kept } = answer.headers
    if (STYLE.test(url ?? '')) kept['cache-control'] = 'no-cache'
    response.writeHead(answer.statusCode ?? 502, kept)
    pipeline(answer, response, ignore)
  })
  outgoing.on('error', (error) => {
    if (response.headersSent) return response.destroy(error)
    response.writeHead(502, { 'content-type': 'text/plain' }).end(`The services are not responding: ${error.message}\n`)
  })
  response.on('close', () => outgoing.destroy())
  pipeline(incoming, outgoing, ignore)
}

/** Either side may disconnect midway; `pipeline` then destroys the other one. */
function ignore() {}
