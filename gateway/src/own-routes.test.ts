import { SERVICE_NAMES, serviceOf } from '@aangan/contracts/services'
import { afterEach, expect, test } from 'vitest'
import { type Site, startSite } from './testing/site.ts'

let site: Site
afterEach(() => site.close())

test('the site is ready when every service is', async () => {
  site = await startSite()
  const answer = await site.send({ path: '/healthz' })
  expect([answer.status, answer.body]).toEqual([200, '{"status":"ok"}'])
})

test('lists the services that are not ready, and stays alive', async () => {
  site = await startSite({
    ready: {
      posts: async () => {
        throw new Error('the store does not answer')
      },
    },
  })
  await site.apps.media.close()
  const answer = await site.send({ path: '/healthz' })
  expect(answer.status).toBe(503)
  expect(JSON.parse(answer.body).message).toBe('Not ready: posts, media')
  expect((await site.send({ path: '/livez' })).status).toBe(200)
})

test('a hanging service makes the site unready within the time limit', async () => {
  site = await startSite({ ready: { users: () => new Promise(() => undefined) } })
  const { status, body } = await site.send({ path: '/healthz' })
  expect([status, JSON.parse(body).message]).toEqual([503, 'Not ready: users'])
})

test('merges the API documents of the services', async () => {
  site = await startSite()
  const document = JSON.parse((await site.send({ path: '/openapi.json' })).body)
  expect(document.openapi).toBe('3.0.3')
  const paths = Object.keys(document.paths)
  expect(paths).toEqual(
    expect.arrayContaining(['/posts', '/posts/{id}', '/users', '/media/drawings/{property}/{id}/{view}']),
  )
  expect(new Set(paths.map(serviceOf))).toEqual(new Set(SERVICE_NAMES.filter((name) => name !== 'registry')))
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
