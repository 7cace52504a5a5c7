import { SERVICE_NAMES, SERVICES, type ServiceName } from '@aangan/contracts/services'
import type { App } from '@aangan/service-kit/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from './testing/site.ts'
import { askUpgrade, startNode } from './testing/socket-node.ts'

const RAVI = '0123456789abcdef01234567'
const COOKIE = { cookie: `token=${'a'.repeat(43)}` }

let site: Site
let node: Awaited<ReturnType<typeof startNode>>
beforeAll(async () => {
  const services = Object.fromEntries(SERVICE_NAMES.map((name) => [name, echo]))
  site = await startSite({ services: { ...services, auth: withSession } })
  node = await startNode(site.bus, 'one')
})
afterAll(async () => {
  await site.close()
  await node.close()
})

/** Shows what a service gets. */
function echo(app: App): void {
  app.get('/*', async ({ headers, identity }) => ({
    authorization: headers.authorization ?? null,
    id: identity?.id ?? null,
    cookie: headers.cookie ?? null,
  }))
}

function withSession(app: App): void {
  echo(app)
  app.post('/sessions/find', async () => ({ userId: RAVI, expiresAt: new Date(Date.now() + 1e9).toISOString() }))
}

async function sentTo(
  path: string,
  headers: Record<string, string> = COOKIE,
): Promise<{ authorization: string; id: string | null; cookie: string | null }> {
  return JSON.parse((await site.send({ path, headers })).body)
}

const pathOf = (name: ServiceName) => `${SERVICES[name].prefixes[0] ?? ''}/data`

describe.each(SERVICE_NAMES)('what the gateway sends to %s', (name) => {
  it('says there who calls, and nothing at the other services', async () => {
    const { authorization, id } = await sentTo(pathOf(name))
    expect(id).toBe(RAVI)
    const others = SERVICE_NAMES.filter((other) => other !== name)
    const statuses = others.map(async (other) => {
      const { statusCode } = await site.apps[other].inject({ url: pathOf(other), headers: { authorization } })
      return [other, statusCode]
    })
    // The registry embeds their data in the page, for whoever opens it.
    const isAsked = (other: ServiceName) => name === 'registry' && ['posts', 'users'].includes(other)
    const expected = others.map((other) => [other, isAsked(other) ? 200 : 401])
    expect(await Promise.all(statuses)).toEqual(expected)
  })

  it('is the same token for each request', async () => {
    expect((await sentTo(pathOf(name))).authorization).toBe((await sentTo(pathOf(name))).authorization)
  })
})

it.each(['polling', 'websocket'])('what it sends to realtime over %s proves nothing elsewhere', async (transport) => {
  const path = `/socket.io/?EIO=4&transport=${transport}`
  if (transport === 'polling') await site.send({ path, headers: COOKIE })
  else (await askUpgrade(site.port, path, COOKIE)).socket?.destroy()
  const authorization = node.asked.at(-1)?.authorization ?? ''
  expect(authorization).toMatch(/^Bearer /)
  for (const name of SERVICE_NAMES) {
    const { statusCode } = await site.apps[name].inject({ url: pathOf(name), headers: { authorization } })
    expect([name, statusCode]).toEqual([name, 401])
  }
})

it.each([
  '/media/drawings/house/abc/0.svg',
  '/media/posts/abc/640.webp',
  '/media/database.webp',
  '/r/shell/1/shell.css',
  '/sitemap.xml',
  '/sitemaps/pages.xml',
  '/robots.txt',
])('no token goes along with what everybody may read: %s', async (path) => {
  expect(await sentTo(path)).toEqual({ authorization: null, id: null, cookie: null })
})

it.each(['/media/data', '/media/data?after=x', '/', '/r', '/profile'])('a token goes along with %s', async (path) => {
  expect((await sentTo(path)).id).toBe(RAVI)
})

it.each(SERVICE_NAMES)('which cookies %s gets', async (name) => {
  const cookie = `${COOKIE.cookie}; visit=42; novisit=1`
  const expected: Partial<Record<ServiceName, string>> = { auth: cookie, registry: 'visit=42' }
  expect((await sentTo(pathOf(name), { cookie })).cookie).toBe(expected[name] ?? null)
})
