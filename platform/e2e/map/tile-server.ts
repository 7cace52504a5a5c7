import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What all its tiles are filled with: a colour that the site has nowhere else. */
export const TILE_COLOUR = '200,120,210'
const TILE = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="rgb(${TILE_COLOUR})"/></svg>`

/** A tile server on a free port. */
export async function startTileServer() {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(TILE)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    url: `${origin}/tiles/{z}/{x}/{y}.svg`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
