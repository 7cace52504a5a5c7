/** The upstream of both gateways: plays auth and posts with constant responses. */
import { createServer } from 'node:http'

const LIST = JSON.stringify(Array.from({ length: 10 }, (_, at) => ({ id: at, title: 'Flat with a garden in Pune' })))
const SESSION = JSON.stringify({ userId: '0123456789abcdef01234567', expiresAt: '2099-01-01T00:00:00.000Z' })

createServer((request, response) => {
  const body = request.url === '/sessions/find' ? SESSION : LIST
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
