import { request as ask } from 'node:http'
import { pipeline } from 'node:stream'

/** Its name stays when it changes; scripts have a hash in theirs and are kept. */
const STYLE = /^\/r\/[^?]*\.css(\?|$)/

/**
 * Passes a request on to the site, and its answer back, as they are but for how long a style is kept.
 * @param {string} site its address
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').ServerResponse} response
 */
export function passOn(site, incoming, response) {
  const { method, headers, url } = incoming
  // A connection for each request: none is left open that would keep the site from stopping.
  const options = { method, headers: { ...headers, connection: 'close' }, agent: false }
  const outgoing = ask(new URL(url ?? '/', site), options, (answer) => {
    const { connection: _connection, 'keep-alive': _keepAlive, ...kept } = answer.headers
    if (STYLE.test(url ?? '')) kept['cache-control'] = 'no-cache'
    response.writeHead(answer.statusCode ?? 502, kept)
    pipeline(answer, response, ignore)
  })
  outgoing.on('error', (error) => {
    if (response.headersSent) return response.destroy(error)
    response.writeHead(502, { 'content-type': 'text/plain' }).end(`The services did not answer: ${error.message}\n`)
  })
  response.on('close', () => outgoing.destroy())
  pipeline(incoming, outgoing, ignore)
}

/** Either side may go away in the middle: the other one is ended with it, and nobody is left to tell. */
function ignore() {}
