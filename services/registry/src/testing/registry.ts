import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { readConfig } from '@aangan/service-kit/config'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { type App, createServer } from '@aangan/service-kit/server'
import { createSignIn } from '@aangan/service-kit/testing/sign-in'
import { unreachableServices } from '@aangan/service-kit/testing/unreachable-services'
import { buildRegistry } from '../app.ts'
import { RegistryConfig } from '../config.ts'
import { type ChannelChange, changeChannels } from '../releases/change.ts'
import { type Publication, publishRelease } from '../releases/publish.ts'
import { bootIn } from './embedded.ts'
import { openFolder, openReleaseFolders, type ReleaseDraft, writeBuild } from './releases.ts'

export type RunningRegistry = Awaited<ReturnType<typeof startRegistry>>

interface Options {
  env?: Record<string, string>
  /** Routes of the one server that stands for all other services. */
  posts: (app: App) => void
  /** Whether that server also stands for the renderer. */
  hasRenderer?: boolean
  releases: ReleaseDraft[]
}

const identity = createKeyPair()

/** A registry with temporary folders, and a fake of the services it calls over HTTP. */
export async function startRegistry({ env, posts: addRoutes, releases, hasRenderer = false }: Options) {
  const folder = await openFolder()
  const folders = await openReleaseFolders(folder.path)
  const publish = async (draft: ReleaseDraft, how: Partial<Publication> = {}) =>
    publishRelease({ from: await writeBuild(folders.builds, draft), releasesDir: folders.releases, ...how })
  for (const draft of releases) await publish(draft)
  const posts = createServer({
    name: 'posts',
    parts: { log: createLog({ level: 'silent' }), metrics: createMetrics(), identity },
    ready: async () => undefined,
  })
  addRoutes(posts)
  await posts.listen({ port: 0, host: '127.0.0.1' })
  let logged = ''
  const destination = new PassThrough().on('data', (chunk) => {
    logged += chunk
  })
  const config = readConfig(RegistryConfig, {
    RELEASES_DIR: folders.releases,
    ...unreachableServices(),
    POSTS_URL: posts.listeningOrigin,
    USERS_URL: posts.listeningOrigin,
    ...(hasRenderer && { RENDERER_URL: posts.listeningOrigin }),
    // Generous, since most tests are not about slowness.
    FIRST_DATA_WAIT_MS: '5000',
    ...env,
  })
  let metrics = createMetrics()
  const build = () => buildRegistry({ config, log: createLog({ destination }), metrics, identity })
  let app = await build()
  const signIn = createSignIn(identity, 'registry')
  return {
    get app() {
      return app
    },
    async restart(): Promise<void> {
      await app.close()
      metrics = createMetrics()
      app = await build()
    },
    folders,
    publish,
    releaseFile: (...path: string[]) => join(folders.releases, ...path),
    change: (name: string, change: ChannelChange) => changeChannels(folders.releases, name, change, { by: 'Asha' }),
    /** Versions by name, as a page names them. */
    async versions(headers: Record<string, string> = {}): Promise<Record<string, string>> {
      const { shell, remotes } = bootIn((await app.inject({ url: '/', headers })).body)
      const versions = Object.entries(remotes).map(([name, { version }]) => [name, version])
      return { shell: shell.version, ...Object.fromEntries(versions) }
    },
    async unreadable(): Promise<number | undefined> {
      return (await metrics.registry.getSingleMetric('registry_unreadable_releases')?.get())?.values[0]?.value
    },
    metrics: () => metrics.registry.metrics(),
    logged: () => logged,
    /** The gateway's headers for a signed-in user. */
    signedIn: (id: string) => signIn.headersOf(id),
    get: (url: string, headers: Record<string, string> = {}) =>
      app.inject({ url, headers: { accept: 'text/html', ...headers } }),
    async close(): Promise<void> {
      await app.close()
      await posts.close()
      await folder.remove()
    },
  }
}
