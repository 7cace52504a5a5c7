import { afterEach, expect, it } from 'vitest'
import { type Site, startSite } from './testing/site.ts'

let site: Site
afterEach(() => site.close())

it('waits longer for a deploy than for other answers, since it goes live all the same', async () => {
  let finish = () => {}
  const isLive = new Promise<void>((resolve) => {
    finish = resolve
  })
  site = await startSite({
    config: { UPSTREAM_TIMEOUT_MS: 100 },
    services: {
      registry: (app) => {
        app.get('/releases/mfe-guides', () => isLive)
        app.post('/releases/mfe-guides', async () => {
          await isLive
          return { name: 'mfe-guides' }
        })
      },
    },
  })
  const path = '/releases/mfe-guides'
  const deploy = site.send({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body: '{}' })
  expect((await site.send({ path })).status).toBe(504)
  finish()
  expect(await deploy).toMatchObject({ status: 200 })
})
