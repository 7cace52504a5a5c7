import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Release } from '@aangan/contracts/manifest'
import { DELIVERED_FILE } from '@aangan/contracts/manifest'
import type { PageBoot } from '@aangan/contracts/page'
import type { PageToRender, RenderedPage } from '@aangan/contracts/rendering'
import { CLIENT_ADDRESS_HEADER } from '@aangan/service-kit/client'
import { integrityOf } from '@aangan/service-kit/integrity'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { buildRenderer } from '../app.ts'

export const SHELL = `
  module.exports = {
    shared: { react: { version: '19' } },
    renderShell: (boot, url, slot) => '<main data-url="' + url + '">' + (slot ?? 'empty') + '</main>',
  }`

/** What it makes of `/` without a remote. */
export const EMPTY = { html: '<main data-url="/">empty</main>', hasRemote: false }

interface ReleaseOfTest {
  version?: string
  /** The bundle for servers; null for a release without one. */
  code: string | null
  /** Instead of its own. */
  integrity?: string
}

/** A renderer of releases in a temporary folder, which stay until `close`. */
async function startRenderer(releases: Record<string, ReleaseOfTest>, { RENDER_MS = 10_000 } = {}) {
  let laterMs = 0
  const dir = await mkdtemp(join(tmpdir(), 'aangan-renderer-'))
  const metrics = createMetrics()
  const config = { RELEASES_DIR: dir, RENDER_MS, RENDER_MEMORY_MB: 48 }
  const clock = () => laterMs
  const app = await buildRenderer({ config, withinMs: 1_000, clock, log: createLog({ level: 'silent' }), metrics })
  const live: Record<string, string> = {}

  async function release(name: string, { version = '1.0.0', code, integrity }: ReleaseOfTest): Promise<void> {
    const folder = join(dir, name, version)
    await mkdir(folder, { recursive: true })
    const content = Buffer.from(code ?? '')
    const file = { bytes: content.length, integrity: integrity ?? integrityOf(content) }
    const description: Release = {
      name,
      version,
      entry: 'entry.js',
      container: name,
      exposes: {},
      preload: [],
      ...(code !== null && { server: 'page.server.js' }),
      files: code === null ? {} : { 'page.server.js': file },
    }
    await writeFile(join(folder, DELIVERED_FILE), JSON.stringify(description))
    await writeFile(join(folder, 'page.server.js'), content)
    live[name] = version
  }

  for (const [name, each] of Object.entries({ shell: { code: SHELL }, ...releases })) await release(name, each)

  function pageOf(remote: string | null, url: string, body: unknown): PageToRender {
    const { shell = '', ...remotes } = live
    const boot = {
      shell: { version: shell },
      remotes: Object.fromEntries(Object.entries(remotes).map(([name, version]) => [name, { version }])),
      site: { locale: 'en-IN' },
      session: { status: 'visitor' },
    } as unknown as PageBoot
    return { boot, url, remote, first: [{ path: '/posts', status: 200, headers: {}, body }] }
  }

  return {
    release,
    /** As a network file system where it has not arrived yet. */
    hide: (name: string) => rm(join(dir, name), { recursive: true }),
    /** Lets its clock go on. */
    wait(ms: number): void {
      laterMs += ms
    },
    /** The rendered page, or null if the renderer cannot. */
    async render(
      remote: string | null,
      { url = '/', body = null as unknown, address = '192.0.2.1' } = {},
    ): Promise<RenderedPage | null> {
      const payload = pageOf(remote, url, body)
      const headers = { [CLIENT_ADDRESS_HEADER]: address }
      const answer = await app.inject({ method: 'POST', url: '/render', payload, headers })
      return answer.statusCode === 204 ? null : answer.json<RenderedPage>()
    },
    /** How often each kind of failure of a remote was counted. */
    async failures(): Promise<Record<string, number>> {
      const values = (await metrics.registry.getSingleMetric('renderer_failures_total')?.get())?.values ?? []
      return Object.fromEntries(values.map(({ labels, value }) => [`${labels.remote} ${labels.kind}`, value]))
    },
    /** Lines of its metrics, but for those of Node.js. */
    async series(): Promise<number> {
      const lines = (await metrics.registry.metrics()).split('\n')
      return lines.filter((line) => !/^(#|nodejs_|process_)/.test(line)).length
    },
    async close(): Promise<void> {
      await app.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** For one test. */
export async function start(...releases: Parameters<typeof startRenderer>) {
  const renderer = await startRenderer(...releases)
  onTestFinished(() => renderer.close())
  return renderer
}

/** For several tests, each of which has remotes of its own. */
export function startOnce(...releases: Parameters<typeof startRenderer>) {
  let renderer: Awaited<ReturnType<typeof startRenderer>>
  beforeAll(async () => {
    renderer = await startRenderer(...releases)
  })
  afterAll(() => renderer.close())
  return () => renderer
}
