import { performance } from 'node:perf_hooks'
import type { PageToRender, RenderedPage } from '@aangan/contracts/rendering'
import { addCounter } from '@aangan/service-kit/metrics'
import type { Parts } from '@aangan/service-kit/parts'
import { codeOf } from '@aangan/service-kit/worker'
import { LRUCache } from 'lru-cache'
import { createBreaker } from './breaker.ts'
import { readBundle } from './bundles.ts'
import type { RendererConfig } from './config.ts'
import { NotWanted, ProcessEnded, type RenderingProcess, startProcess } from './process/rendering-process.ts'

/** Sets of releases with a process each: the stable ones, and those of visitors with a canary. */
const MOST_SETS = 4
const IDLE_MS = 10 * 60_000
const SHELL = 'shell'

const CHILD = { name: 'renderer-child', source: new URL('./process/child.ts', import.meta.url) }
const REALM = { name: 'renderer-realm', source: new URL('./process/realm.ts', import.meta.url) }

export interface Renderer {
  /** Null if this page cannot be rendered now. */
  render(page: PageToRender, signal: AbortSignal): Promise<RenderedPage | null>
  close(): void
}

interface RendererParts extends Pick<Parts, 'log' | 'metrics'> {
  releasesDir: string
  config: RendererConfig
}

/** What runs the bundles of one set of releases. */
interface SetOfReleases {
  process: RenderingProcess
  /** Resolves with false for a part without a bundle for servers. */
  open(part: string): Promise<boolean>
}

interface Outcome {
  html?: string
  hasRemote?: boolean
  error?: string
}

export async function openRenderer({ releasesDir, config, log, metrics }: RendererParts): Promise<Renderer> {
  const [child, realm] = await Promise.all([codeOf(CHILD), codeOf(REALM)])
  const breaker = createBreaker(() => performance.now())
  const sets = new LRUCache<string, SetOfReleases>({
    max: MOST_SETS,
    ttl: IDLE_MS,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    dispose: ({ process }) => process.end(),
  })
  const countFailure = addCounter(metrics, {
    name: 'renderer_failures_total',
    labels: ['remote', 'version', 'kind'],
    help: 'Pages that a release could not render, by remote and version: slow, threw, or ended its process',
  })

  function start(): SetOfReleases {
    const process = startProcess(child, { memoryMb: config.RENDER_MEMORY_MB })
    const opened = new Map<string, Promise<boolean>>()
    const ready = process.run(realm, 'realm')
    async function open(part: string): Promise<boolean> {
      await ready
      const bundle = await readBundle(releasesDir, part)
      if (bundle === null) return false
      const name = part.slice(0, part.indexOf('/'))
      const head = `realm.open(${JSON.stringify(name)}, (module, exports, require) => {`
      await process.run(`${head}${bundle.code}\n})`, bundle.filename)
      return true
    }
    return {
      process,
      open(part) {
        const opening = opened.get(part) ?? open(part)
        opened.set(part, opening)
        return opening
      },
    }
  }

  function setFor(boot: PageToRender['boot']): SetOfReleases {
    const remotes = Object.entries(boot.remotes).map(([name, { version }]) => `${name}/${version}`)
    const key = [boot.shell.version, ...remotes.sort()].join(' ')
    const known = sets.get(key)
    if (known && !known.process.hasEnded) return known
    const started = start()
    sets.set(key, started)
    return started
  }

  function fail(part: string, kind: 'slow' | 'threw' | 'ended', error: unknown): void {
    const [remote = '', version = ''] = part.split('/')
    countFailure({ remote, version, kind })
    breaker.failed(part, kind === 'ended')
    log.error({ err: error, remote, version }, `${remote} ${version} could not render a page: ${kind}`)
  }

  /** Whether the part can be used. */
  async function open(set: SetOfReleases, part: string): Promise<boolean> {
    if (breaker.isOpen(part)) return false
    try {
      return await set.open(part)
    } catch (error) {
      fail(part, error instanceof ProcessEnded ? 'ended' : 'threw', error)
      return false
    }
  }

  async function render({ remote, ...page }: PageToRender, signal: AbortSignal): Promise<RenderedPage | null> {
    const { boot } = page
    const set = setFor(boot)
    const shell = `${SHELL}/${boot.shell.version}`
    const part = remote === null ? null : `${remote}/${boot.remotes[remote]?.version}`
    if (!(await open(set, shell))) return null
    const isOpen = part !== null && (await open(set, part))
    const suspect = isOpen ? part : shell
    try {
      const json = JSON.stringify({ ...page, remote: isOpen ? remote : null } satisfies PageToRender)
      const { result, tookMs } = await set.process.render(json, signal)
      const { html, hasRemote = false, error } = JSON.parse(result) as Outcome
      if (error !== undefined) fail(hasRemote ? shell : suspect, 'threw', error)
      else if (tookMs > config.RENDER_MS) fail(suspect, 'slow', `it took ${Math.round(tookMs)} ms`)
      else breaker.succeeded(suspect)
      return html === undefined ? null : { html, hasRemote }
    } catch (error) {
      if (!(error instanceof NotWanted)) fail(suspect, error instanceof ProcessEnded ? 'ended' : 'threw', error)
      return null
    }
  }

  return { render, close: () => sets.clear() }
}
