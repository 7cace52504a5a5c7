import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The fill of all tiles: a colour used nowhere else on the site. */
export const TILE_COLOUR = '200,120,210'
const TILE = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="rgb(${TILE_COLOUR})"/></svg>`

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
