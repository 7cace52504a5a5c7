import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { POST_TYPES, PROPERTIES, SORTS } from '@aangan/contracts/post-constants'
import { addressName, SERVICE_NAMES, SERVICES, type ServiceName } from '@aangan/contracts/services'
import type { Bus } from '@aangan/service-kit/bus/bus'
import { openBus } from '@aangan/service-kit/bus/open'
import { readConfig } from '@aangan/service-kit/config'
import type { IdentitySigner } from '@aangan/service-kit/identity'
import { createMetrics, type Metrics } from '@aangan/service-kit/metrics'
import { type App, createServer } from '@aangan/service-kit/server'
import { type RawAnswer, type RawRequest, sendRaw } from '@aangan/service-kit/testing/raw-http'
import { serverParts } from '@aangan/service-kit/testing/server-parts'
import { Type } from 'typebox'
import { buildGateway } from '../app.ts'
import { GatewayConfig } from '../config.ts'

type Routes = (app: App) => void
type Services = Partial<Record<ServiceName, Routes>>

export interface Site {
  port: number
  bus: Bus
  identity: IdentitySigner
  metrics: Metrics
  apps: Record<ServiceName, App>
  /** Bodies the services stored: a hostile request must leave it empty. */
  stored: unknown[]
  /** Service addresses by variable: `POSTS_URL`. */
  urls: Record<string, string>
  send(request: Partial<RawRequest>): Promise<RawAnswer>
  /** Restarts a closed service at its old address. */
  restart(name: ServiceName): Promise<void>
  /** Stops the gateway alone. */
  stopGateway(): Promise<void>
  close(): Promise<void>
}

export interface SiteOptions {
  config?: Partial<GatewayConfig>
  services?: Services
  /** Transport to the services; the platform uses both. */
  over?: 'unix' | 'http'
  ready?: Partial<Record<ServiceName, () => Promise<void>>>
  now?: () => Date
  elapsedMs?: () => number
}

/** A gateway with a small fake of each service behind it, all listening. */
export async function startSite({
  config,
  services = {},
  over = 'unix',
  ready = {},
  now = () => new Date(),
  elapsedMs,
}: SiteOptions = {}): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-'))
  const stored: unknown[] = []
  const parts = serverParts()
  const own: Services = {
    posts: (app) => postRoutes(app, stored),
    media: (app) => void app.get('/media/drawings/:property/:id/:view', async () => '<svg/>'),
    registry: pageRoutes,
  }
  const urls: Record<string, string> = {}
  const start = async (name: ServiceName) => {
    const app = createServer({
      name,
      parts: { ...parts, metrics: createMetrics() },
      ready: ready[name] ?? (async () => {}),
    })
    ;(services[name] ?? own[name] ?? listRoutes(name))(app)
    const socket = join(folder, `${name}.sock`)
    await app.listen(over === 'unix' ? { path: socket } : { port: 0, host: '127.0.0.1' })
    urls[addressName(name)] = over === 'unix' ? `unix:${socket}` : app.listeningOrigin
    return app
  }
  const started = SERVICE_NAMES.map(async (name) => [name, await start(name)])
  const apps: Site['apps'] = Object.fromEntries(await Promise.all(started))
  const bus = await openBus(`sqlite:${folder}`, { name: 'gateway', log: parts.log })
  const gateway = await buildGateway({
    config: { ...readConfig(GatewayConfig, urls), DRAIN_MS: 0, ...config },
    ...parts,
    bus,
    now,
    elapsedMs,
  })
  await gateway.listen({ port: 0, host: '127.0.0.1' })
  const { port } = gateway.server.address() as AddressInfo
  return {
    port,
    bus,
    identity: parts.identity,
    metrics: parts.metrics,
    apps,
    stored,
    urls,
    async restart(name) {
      apps[name] = await start(name)
    },
    stopGateway: () => gateway.close(),
    send: (request) => sendRaw({ port }, { method: 'GET', path: '/', ...request }),
    async close() {
      await gateway.close()
      await bus.close()
      await Promise.all(Object.values(apps).map((app) => app.close()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const Price = Type.Optional(Type.Integer({ minimum: 0, maximum: 1e12 }))
const Query = Type.Object({
  type: Type.Optional(Type.Enum(POST_TYPES)),
  property: Type.Optional(Type.Enum(PROPERTIES)),
  sort: Type.Optional(Type.Enum(SORTS)),
  minPrice: Price,
  maxPrice: Price,
  bedroom: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  after: Type.Optional(Type.String({ pattern: '^[0-9a-z]+$' })),
})
const Body = Type.Object({ title: Type.String({ minLength: 1 }), price: Type.Integer({ minimum: 1 }) })

/** The default for services no test is about: an empty list at each prefix. */
function listRoutes(name: ServiceName): Routes {
  return (app) => SERVICES[name].prefixes.forEach((prefix) => void app.get(prefix, async () => []))
}

function postRoutes(app: App, stored: unknown[]): void {
  app.get('/posts', { schema: { querystring: Query } }, async () => [])
  app.post('/posts', { schema: { body: Body } }, async (request, reply) => {
    stored.push(request.body)
    return reply.code(201).send({ id: '0123456789abcdef01234567' })
  })
  app.get('/posts/:id', { schema: { params: Type.Object({ id: Type.String() }) } }, async ({ params }) => ({
    id: params.id,
  }))
}

function pageRoutes(app: App): void {
  app.get('/releases', async () => [])
  app.get('/*', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send('<!doctype html><p>A page</p>'),
  )
}
