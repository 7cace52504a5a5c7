import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type App, createServer } from './server.ts'
import { exchange } from './testing/raw-http.ts'
import { serverParts } from './testing/server-parts.ts'
import { offersUpgrade, routeUpgrades } from './upgrades.ts'

/** As the client of Java sends it, and `curl --http2`. */
const H2C = ['connection: Upgrade, HTTP2-Settings', 'upgrade: h2c', 'http2-settings: AAEAAEAAAAIAAAABAAMAAABk']

let app: App
let port: number
beforeEach(async () => {
  app = createServer({ name: 'posts', parts: serverParts(), ready: async () => {} })
  routeUpgrades(app)
  app.post('/posts', async (request) => {
    const { upgrade, connection, 'http2-settings': settings } = request.headers
    return { got: request.body, upgrade, connection, settings, isOffer: offersUpgrade(request) }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterEach(() => app.close())

const ask = (lines: string[], body: string) =>
  Buffer.from([...lines, 'host: a', 'content-type: application/json', '', body].join('\r\n'))

it.each([
  ['with a length', ['content-length: 11'], '{"price":5}'],
  ['in chunks', ['transfer-encoding: chunked'], '4\r\n{"pr\r\n7\r\nice":5}\r\n0\r\n\r\n'],
])('a body %s arrives although HTTP/2 is offered', async (_name, framing, body) => {
  const lines = ['POST /posts HTTP/1.1', ...H2C.with(0, `${H2C[0]}, close`), ...framing]
  const { status, body: answer } = await exchange({ port }, ask(lines, body))
  expect([status, JSON.parse(answer)]).toEqual([200, { got: { price: 5 }, connection: 'close', isOffer: false }])
})

it('the connection stays open after such an offer, and the body may come later', async () => {
  const client = connect(port, '127.0.0.1')
  let answers = ''
  client.on('data', (chunk) => {
    answers += String(chunk)
  })
  const prices = () => answers.match(/"price":\d/g)
  const arrived = once(app.server, 'upgrade')
  client.write(ask(['POST /posts HTTP/1.1', ...H2C, 'content-length: 11'], '{"pr'))
  await arrived
  client.write('ice":5}')
  await expect.poll(prices).toEqual(['"price":5'])
  client.write(ask(['POST /posts HTTP/1.1', ...H2C, 'content-length: 11'], '{"price":6}'))
  await expect.poll(prices).toEqual(['"price":5', '"price":6'])
  client.write(ask(['POST /posts HTTP/1.1', 'connection: close', 'content-length: 11'], '{"price":7}'))
  await once(client, 'close')
  expect(prices()).toEqual(['"price":5', '"price":6', '"price":7'])
})

it('many offers on one connection leave nothing behind', async () => {
  const connected = once(app.server, 'connection')
  const client = connect(port, '127.0.0.1')
  const [socket] = (await connected) as [Socket]
  const counts: number[][] = []
  for (let offer = 1; offer <= 3; offer += 1) {
    client.write(ask(['POST /posts HTTP/1.1', ...H2C, 'content-length: 11'], '{"price":5}'))
    await once(client, 'data')
    counts.push(socket.eventNames().map((name) => socket.listenerCount(name)))
  }
  expect(counts[2]).toEqual(counts[0])
  client.destroy()
})

it('no header is lost among many: a body without its length would be taken for the next request', async () => {
  const many = Array.from({ length: 1_100 }, () => 'a:')
  const lines = ['POST /posts HTTP/1.1', ...H2C.with(0, `${H2C[0]}, close`), ...many, 'content-length: 11']
  const { status, body } = await exchange({ port }, ask(lines, '{"price":5}'))
  expect([status, JSON.parse(body).got]).toEqual([200, { price: 5 }])
})

it('an offer of WebSocket with a body is none', async () => {
  const lines = ['POST /posts HTTP/1.1', 'connection: Upgrade, close', 'upgrade: websocket', 'content-length: 11']
  const { status, body } = await exchange({ port }, ask(lines, '{"price":5}'))
  expect([status, JSON.parse(body).got]).toEqual([200, { price: 5 }])
})

it('an invalid length behind an offer is refused', async () => {
  const lines = ['POST /posts HTTP/1.1', ...H2C, 'content-length: 11', 'transfer-encoding: chunked']
  expect((await exchange({ port }, ask(lines, '{"price":5}'))).status).toBe(400)
})

it('a length behind a thousand other headers counts: the body is no request of its own', async () => {
  const lines = ['POST /posts HTTP/1.1', ...H2C.with(0, `${H2C[0]}, close`), ...Array(1_500).fill('a:')]
  const { status, body } = await exchange({ port }, ask([...lines, 'content-length: 11'], '{"price":5}'))
  expect([status, JSON.parse(body).got]).toEqual([200, { price: 5 }])
})

it('offers leave no listeners on their connection', async () => {
  const client = connect(port, '127.0.0.1')
  const [socket] = await once(app.server, 'connection')
  const counts = async () => {
    client.write(ask(['POST /posts HTTP/1.1', ...H2C, 'content-length: 11'], '{"price":5}'))
    await once(client, 'data')
    return ['error', 'close', 'end', 'timeout'].map((name) => socket.listenerCount(name))
  }
  const first = await counts()
  for (let more = 0; more < 3; more += 1) expect(await counts()).toEqual(first)
  client.destroy()
})
