import { once } from 'node:events'
import { readdir, symlink } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { createServer } from '@aangan/service-kit/server'
import { serverParts } from '@aangan/service-kit/testing/server-parts'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOUNDARY, formOf } from '../testing/forms.ts'
import { type RunningMedia, startMedia } from '../testing/media.ts'
import { openFiles } from './files.ts'
import { receiveFile } from './receive.ts'

const ASHA = 'a'.repeat(24)
const DAMAGED = 'The form is damaged or was cut off. Send it again.'
const TOO_MUCH = 'The form contains more than a picture. Send only the picture, in the field "file".'
let media: RunningMedia
beforeAll(async () => {
  media = await startMedia()
})
afterAll(() => media.close())

const field = (name: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nvalue\r\n`

describe('an invalid form is rejected with the reason', () => {
  const whole = formOf(Buffer.alloc(40_000, 7))
  const send = (payload: Buffer | string, headers: Record<string, string> = {}) =>
    media.upload(Buffer.alloc(0), { as: ASHA, payload, headers })

  it.each<[string, Buffer | string, Record<string, string>?]>([
    ['without a boundary', whole, { 'content-type': 'multipart/form-data' }],
    ['with another boundary', whole, { 'content-type': 'multipart/form-data; boundary=another' }],
    ['cut off in its file', whole.subarray(0, 20_000)],
    ['cut off in its head', whole.subarray(0, 30)],
    ['cut off at its end', whole.subarray(0, -6)],
    ['of garbage', Buffer.alloc(5_000, 'garbage')],
  ])('%s', async (_what, payload, headers) => {
    const answer = await send(payload, headers)
    expect([answer.statusCode, answer.json().code, answer.json().message]).toEqual([400, 'BAD_REQUEST', DAMAGED])
    expect(await readdir(join(media.files, 'incoming'))).toEqual([])
  })

  it.each<[string, string]>([
    ['with many fields', Array.from({ length: 14 }, (_, index) => field(`f${index}`)).join('')],
    ['with a field that objects have', field('__proto__')],
  ])('%s', async (_what, fields) => {
    const answer = await send(`${fields}--${BOUNDARY}--\r\n`)
    expect([answer.statusCode, answer.json().code, answer.json().message]).toEqual([400, 'BAD_REQUEST', TOO_MUCH])
  })
})

it('a form whose client left before it was read is refused at once', async () => {
  const app = fastify()
  await app.register(multipart)
  const files = await openFiles(media.files)
  let hasArrived = false
  const received = new Promise((resolve) => {
    app.post('/', async (request, reply) => {
      hasArrived = true
      await once(reply.raw, 'close')
      resolve(receiveFile(request, 'posts', { files, use: async () => undefined }).catch((error: unknown) => error))
    })
  })
  await app.listen()
  const client = connect((app.server.address() as AddressInfo).port)
  const form = `multipart/form-data; boundary=${BOUNDARY}`
  client.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${form}\r\nContent-Length: 1000\r\n\r\n--${BOUNDARY}\r\n`)
  await expect.poll(() => hasArrived).toBe(true)
  client.destroy()
  expect(await received).toMatchObject({ code: 'BAD_REQUEST', message: DAMAGED })
  await app.close()
})

it('a picture that meets a full disk is refused with 507, and its connection is used on', async () => {
  const app = createServer({ name: 'media', parts: serverParts(), ready: async () => undefined })
  await app.register(multipart)
  const files = await openFiles(media.files)
  const full = join(media.files, 'incoming', 'full')
  await symlink('/dev/full', full)
  app.post('/', (request) =>
    receiveFile(request, 'posts', { files: { ...files, incomingPath: () => full }, use: async () => undefined }),
  )
  await app.listen()
  const client = connect((app.server.address() as AddressInfo).port)
  let answers = ''
  client.setEncoding('utf8').on('data', (text) => {
    answers += text
  })
  const form = formOf(Buffer.alloc(10_000_000, 7))
  const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}`
  client.write(`${head}\r\nContent-Length: ${form.length}\r\n\r\n`)
  client.write(form)
  await expect.poll(() => answers).toMatch(/^HTTP\/1.1 507 .*retry-after: 30.*our storage is full/s)
  client.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => answers).toContain('HTTP/1.1 200 OK')
  client.end()
  await app.close()
})
