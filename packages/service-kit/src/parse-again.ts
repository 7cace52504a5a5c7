import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** Sent with an offer of HTTP/2; both are named in `Connection`. */
const OFFERS = new Set(['upgrade', 'http2-settings'])

/**
 * Serves a request as if it offered no other protocol. Node stops parsing a connection at such an offer, before the
 * body, and before version 22.21 asks nobody whether it should: so the request goes back to the parser without it.
 */
export function parseAgain(
  server: Server,
  raw: IncomingMessage,
  { socket, head }: { socket: Socket; head: Buffer },
): void {
  socket.unshift(Buffer.concat([Buffer.from(headOf(raw), 'latin1'), head]))
  server.emit('connection', socket)
}

function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    const kept = name.toLowerCase() === 'connection' ? withoutOffers(value) : value
    if (!OFFERS.has(name.toLowerCase())) lines.push(`${name}: ${kept}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}

function withoutOffers(connection: string): string {
  const names = connection.split(',').map((name) => name.trim())
  return names.filter((name) => !OFFERS.has(name.toLowerCase())).join(', ')
}
