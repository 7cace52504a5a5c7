import { brotliDecompressSync } from 'node:zlib'
import { createServer } from '@aangan/service-kit/server'
import { serverParts } from '@aangan/service-kit/testing/server-parts'
import { expect, onTestFinished, test } from 'vitest'
import { keepAnswer } from './kept-answer.ts'

const TEXT = 'Every call of the site. '.repeat(100)

function start(forMs?: number) {
  const app = createServer({ name: 'gateway', parts: serverParts(), ready: async () => {} })
  onTestFinished(() => app.close())
  let loaded = 0
  const load = async () => {
    loaded += 1
    if (loaded === 1) await new Promise(setImmediate)
    return TEXT
  }
  app.get('/kept', keepAnswer({ type: 'text/plain', load, forMs }))
  const ask = (encoding: string) => app.inject({ url: '/kept', headers: { 'accept-encoding': encoding } })
  return { ask, loaded: () => loaded }
}

test('an answer is loaded and compressed once for all who ask', async () => {
  const { ask, loaded } = start()
  const answers = await Promise.all([ask('br'), ask('br'), ask('identity'), ask('br')])
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'br', undefined, 'br'])
  expect(answers[2]?.body).toBe(TEXT)
  for (const at of [0, 1, 3])
    expect(brotliDecompressSync(answers[at]?.rawPayload ?? Buffer.alloc(0)).toString()).toBe(TEXT)
  await ask('gzip')
  expect(loaded()).toBe(1)
})

test('it is loaded again once it is stale', async () => {
  const { ask, loaded } = start(1)
  await ask('identity')
  await expect
    .poll(async () => {
      await ask('identity')
      return loaded()
    })
    .toBeGreaterThan(1)
})
