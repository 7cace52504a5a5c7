import { SERVICE_NAMES, serviceOf } from '@aangan/contracts/services'
import { afterEach, expect, test } from 'vitest'
import { type Site, startSite } from './testing/site.ts'
import { startNode } from './testing/socket-node.ts'

let site: Site
afterEach(() => site.close())

const READY = { auth: 'ok', posts: 'ok', users: 'ok', chats: 'ok', media: 'ok', registry: 'ok', pages: 'ok' }

test('a gateway is ready, and names the state of each part', async () => {
  site = await startSite()
  const alone = await site.send({ path: '/healthz' })
  expect([alone.status, JSON.parse(alone.body)]).toEqual([200, { status: 'ok', parts: { ...READY, realtime: 'away' } }])
  const node = await startNode(site.bus, 'node')
  await expect.poll(async () => (await site.send({ path: '/healthz' })).body).toContain('"realtime":"ok"')
  await node.close()
})

test('stays ready while parts are away, hang or are not ready themselves: the body and the metrics name them', async () => {
  const away = async () => {
    throw new Error('the store does not answer at 10.0.0.7')
  }
  site = await startSite({ ready: { posts: away, users: () => new Promise(() => undefined) } })
  await site.apps.media.close()
  const { status, body } = await site.send({ path: '/healthz' })
  const parts = { ...READY, posts: 'not ready', users: 'slow', media: 'away', realtime: 'away' }
  expect([status, JSON.parse(body)]).toEqual([200, { status: 'ok', parts }])
  const measured = (await site.metrics.registry.metrics()).match(/^gateway_part_ready.*$/gm)
  expect(measured?.sort()).toEqual(
    Object.entries(parts)
      .map(([part, state]) => `gateway_part_ready{part="${part}"} ${state === 'ok' ? 1 : 0}`)
      .sort(),
  )
})

test('a gateway that can reach no part is not ready, but alive', async () => {
  site = await startSite()
  for (const app of Object.values(site.apps)) await app.close()
  const { status, body } = await site.send({ path: '/healthz' })
  expect([status, JSON.parse(body).message]).toEqual([503, 'Not ready: no part of the site can be reached'])
  expect((await site.send({ path: '/livez' })).status).toBe(200)
})

test('merges the API documents of the services', async () => {
  site = await startSite()
  const document = JSON.parse((await site.send({ path: '/openapi.json' })).body)
  expect(document.openapi).toBe('3.0.3')
  const paths = Object.keys(document.paths)
  expect(paths).toEqual(
    expect.arrayContaining(['/posts', '/posts/{id}', '/users', '/media/drawings/{property}/{id}/{view}']),
  )
  expect(new Set(paths.map(serviceOf))).toEqual(new Set(SERVICE_NAMES))
  expect(document.paths['/posts'].get.tags).toEqual(['posts'])
})

test('the API document lists services that do not respond', async () => {
  site = await startSite()
  await site.apps.users.close()
  const document = JSON.parse((await site.send({ path: '/openapi.json' })).body)
  expect(document.info.description).toContain('Missing, because the service does not respond: users.')
  expect(document.paths).not.toHaveProperty('/users')
})

test('serves the documentation without files from other hosts', async () => {
  site = await startSite()
  const page = await site.send({ path: '/docs' })
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)
  expect(files.length).toBeGreaterThan(3)
  for (const path of files) expect((await site.send({ path })).status, path).toBe(200)
  expect((await site.send({ path: '/docs/json' })).headers.location).toBe('/openapi.json')
})
