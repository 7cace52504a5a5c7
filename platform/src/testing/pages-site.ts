import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buildGateway } from '@aangan/gateway/app'
import { GatewayConfig } from '@aangan/gateway/config'
import { startRegistry } from '@aangan/registry/testing/registry'
import type { ReleaseDraft } from '@aangan/registry/testing/releases'
import { openBus } from '@aangan/service-kit/bus/open'
import { readConfig } from '@aangan/service-kit/config'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { createServer as createService } from '@aangan/service-kit/server'
import { sendRaw } from '@aangan/service-kit/testing/raw-http'
import { serverParts } from '@aangan/service-kit/testing/server-parts'
import { unreachableServices } from '@aangan/service-kit/testing/unreachable-services'

export type PagesSite = Awaited<ReturnType<typeof startPagesSite>>

interface PagesSiteOptions {
  releases: ReleaseDraft[]
  /** Files to write into the folder of releases, once these are published. */
  files?: Record<string, Buffer | string>
  /** Whether the registry is there when the gateway starts. */
  isThere?: boolean
}

/** A gateway and a registry that can be stopped and started, with posts that has no listing. */
export async function startPagesSite({ releases, files = {}, isThere = true }: PagesSiteOptions) {
  const registry = await startRegistry({ releases, posts: (app) => void app.get('/posts', async () => []) })
  for (const [path, content] of Object.entries(files)) await writeFile(registry.releaseFile(path), content)
  const folder = join(registry.folders.releases, '..')
  const socket = join(folder, 'registry.sock')
  if (isThere) await registry.app.listen({ path: socket })
  let logged = ''
  const log = createLog({ destination: new PassThrough().on('data', (chunk) => (logged += chunk)) })
  const metrics = createMetrics()
  const bus = await openBus(`sqlite:${folder}`, { name: 'gateway', log })
  // A gateway that reaches no part takes itself for cut off.
  const users = createService({ name: 'users', parts: serverParts(), ready: async () => undefined })
  const USERS_URL = `unix:${join(folder, 'users.sock')}`
  await users.listen({ path: join(folder, 'users.sock') })
  // A test that waits for a registry that hangs fails.
  const settings = { USERS_URL, REGISTRY_URL: `unix:${socket}`, UPSTREAM_TIMEOUT_MS: '120000' }
  const config = { ...readConfig(GatewayConfig, { ...unreachableServices(), ...settings }), DRAIN_MS: 0 }
  const gateway = await buildGateway({ config, log, metrics, bus, identity: createKeyPair(), now: () => new Date() })
  await gateway.listen({ host: '127.0.0.1', port: 0 })
  const { port } = gateway.server.address() as AddressInfo
  const figure = async (name: string, labels = {}) => {
    const found = await metrics.registry.getSingleMetric(name)?.get()
    return found?.values.find((one) => JSON.stringify(one.labels) === JSON.stringify(labels))?.value
  }
  const get = (path: string, headers: Record<string, string> = { accept: 'text/html' }) =>
    sendRaw({ port }, { method: 'GET', path, headers })
  const pages = async () => JSON.parse((await get('/healthz')).body).parts.pages as string
  return {
    registry,
    get,
    figure,
    pages,
    logged: () => logged.split('\n').filter(Boolean),
    /** Bytes of the files in the copy. */
    copied: async () => (await figure('gateway_page_copy_bytes')) ?? 0,
    async start(): Promise<void> {
      await registry.restart()
      await registry.app.listen({ path: socket })
    },
    /** Connections break off, as when its process is killed. */
    async stop(): Promise<void> {
      const closed = registry.app.close()
      registry.app.server.closeAllConnections()
      await closed
    },
    /** Listens instead of the registry, and never answers. Returns the paths that it was asked for. */
    async hang(): Promise<{ asked: string[]; end(): Promise<void> }> {
      const asked: string[] = []
      const connections = new Set<Socket>()
      const server = createServer((connection) => {
        connections.add(connection)
        connection.on('error', () => undefined).on('data', (chunk) => asked.push(String(chunk).split(' ')[1] ?? ''))
      })
      await once(server.listen(socket), 'listening')
      const end = async () => {
        server.close()
        for (const connection of connections) connection.destroy()
        await once(server, 'close')
      }
      return { asked, end }
    },
    async close(): Promise<void> {
      await gateway.close()
      await bus.close()
      await users.close()
      await registry.close()
    },
  }
}
