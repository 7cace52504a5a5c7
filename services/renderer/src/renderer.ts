import { performance } from 'node:perf_hooks'
import { SHELL } from '@aangan/contracts/release-urls'
import type { PageToRender, RenderedPage } from '@aangan/contracts/rendering'
import type { Client } from '@aangan/service-kit/client'
import { isAppError } from '@aangan/service-kit/errors'
import { createFairQueue, type FairQueue } from '@aangan/service-kit/fair-queue'
import { addCounter } from '@aangan/service-kit/metrics'
import type { Parts } from '@aangan/service-kit/parts'
import { codeOf } from '@aangan/service-kit/worker'
import { LRUCache } from 'lru-cache'
import { createBreaker } from './breaker.ts'
import { readBundle } from './bundles.ts'
import type { RendererConfig } from './config.ts'
import type { Outcome } from './process/orders.ts'
import { NotBegun, ProcessEnded, type RenderingProcess, startProcess } from './process/rendering-process.ts'

/** Sets of releases with a process each: the stable ones, and those of visitors with a canary. */
const MOST_SETS = 4
const IDLE_MS = 10 * 60_000
const WITHIN_MS = 2_000
/** That RENDER_MS is for. Visitors can ask for longer pages, such as of more homes, which says nothing against a release. */
const USUAL_CHARACTERS = 250_000

/** Visitors wait a quarter of a second. */
const TURNS = { atOnce: 1, waiting: 200, busy: 'Too many pages are waiting to be rendered.' }

const CHILD = { name: 'renderer-child', source: new URL('./process/child.ts', import.meta.url) }
const REALM = { name: 'renderer-realm', source: new URL('./process/realm.ts', import.meta.url) }

export interface Renderer {
  /** Null if this page cannot be rendered now. */
  render(page: PageToRender, client: Client): Promise<RenderedPage | null>
  close(): void
}

export interface RendererParts extends Pick<Parts, 'log' | 'metrics'> {
  releasesDir: string
  config: RendererConfig
  /** A process that takes longer for anything is ended. */
  withinMs?: number
  /** Milliseconds on a clock that never jumps. */
  clock?: () => number
}

/** What runs the bundles of one set of releases. */
interface SetOfReleases {
  process: RenderingProcess
  turn: FairQueue
  /** Resolves with false if the part cannot be used: it has no bundle for servers, or has failed. */
  open(part: string): Promise<boolean>
  /** Parts that have rendered a page, the first of which takes longer. */
  warm: Set<string>
}

interface Failure {
  kind?: 'slow' | 'threw'
  /** Whether the next page would be no better. */
  isFatal?: boolean
}

export async function openRenderer(parts: RendererParts): Promise<Renderer> {
  const { releasesDir, config, log, metrics, withinMs = WITHIN_MS, clock = () => performance.now() } = parts
  const [child, realm] = await Promise.all([codeOf(CHILD), codeOf(REALM)])
  const breaker = createBreaker(clock)
  const sets = new LRUCache<string, SetOfReleases>({
    max: MOST_SETS,
    ttl: IDLE_MS,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    dispose: ({ process }) => process.end(),
  })
  const countFailure = addCounter(metrics, {
    name: 'renderer_failures_total',
    // Not by version, of which there is no end: the log has it.
    labels: ['remote', 'kind'],
    help: 'Pages that a remote could not render, by kind: slow, threw, or ended its process',
  })

  function start([shell = '', ...remotes]: string[]): SetOfReleases {
    const process = startProcess(child, { memoryMb: config.RENDER_MEMORY_MB, withinMs })
    const opened = new Map<string, Promise<boolean>>()
    const prepared = process.run(realm, 'realm')
    // Whoever opens a part handles it.
    prepared.catch(() => undefined)

    async function load(part: string): Promise<boolean> {
      await prepared
      const bundle = await readBundle(releasesDir, part)
      if (bundle === null) return false
      const name = part.slice(0, part.indexOf('/'))
      const head = `realm.open(${JSON.stringify(name)}, (module, exports, require) => {`
      await process.run(`${head}${bundle.code}\n})`, bundle.filename)
      return true
    }

    async function tryToLoad(part: string): Promise<boolean> {
      try {
        return await load(part)
      } catch (error) {
        // It may be there after the pause, as on a network file system.
        opened.delete(part)
        fail(part, error, { isFatal: true })
        return false
      }
    }

    /** Remotes need what the shell's bundle shares. */
    async function open(part: string): Promise<boolean> {
      if (breaker.isOpen(part) || (part !== shell && !(await open(shell)))) return false
      const opening = opened.get(part) ?? tryToLoad(part)
      opened.set(part, opening)
      return await opening
    }

    // All of them, so that the first page of each need not wait.
    for (const remote of remotes) void open(remote)
    return { process, turn: createFairQueue(TURNS), warm: new Set(), open }
  }

  function setFor(boot: PageToRender['boot']): SetOfReleases {
    const parts = partsOf(boot)
    const key = parts.join(' ')
    const known = sets.get(key)
    if (known && !known.process.hasEnded) return known
    const started = start(parts)
    sets.set(key, started)
    return started
  }

  function fail(part: string, error: unknown, { kind = 'threw', isFatal = false }: Failure = {}): void {
    // Its turn never came.
    if (error instanceof NotBegun || isAppError(error)) return
    const hasEnded = error instanceof ProcessEnded
    const outcome = hasEnded ? 'ended' : kind
    const [remote = '', version = ''] = part.split('/')
    countFailure({ remote, kind: outcome })
    breaker.failed(part, isFatal || hasEnded)
    const level = outcome === 'slow' ? 'warn' : 'error'
    log[level]({ err: error, remote, version }, `${remote} ${version} could not render a page: ${outcome}`)
  }

  function allowedMs({ length }: string): number {
    return config.RENDER_MS * Math.max(1, length / USUAL_CHARACTERS)
  }

  async function render({ remote, ...page }: PageToRender, client: Client): Promise<RenderedPage | null> {
    const { boot } = page
    const set = setFor(boot)
    const [shell = ''] = partsOf(boot)
    const part = remote === null ? null : `${remote}/${boot.remotes[remote]?.version}`
    if (!(await set.open(shell))) return null
    const opened = part !== null && (await set.open(part)) ? part : null

    function judge(what: string, costMs: number, thrown: string | undefined, mostMs: number): void {
      if (thrown !== undefined) fail(what, thrown)
      else if (costMs > mostMs && set.warm.has(what)) fail(what, `it took ${Math.round(costMs)} ms`, { kind: 'slow' })
      else breaker.succeeded(what)
      set.warm.add(what)
    }

    try {
      const json = JSON.stringify({ ...page, remote: opened && remote } satisfies PageToRender)
      const { result, costMs } = await set.turn(() => set.process.render(json), client)
      const { html, hasRemote = false, thrown } = JSON.parse(result) as Outcome
      const mostMs = allowedMs(result)
      if (opened !== null) judge(opened, costMs.remote, thrown.remote, mostMs)
      judge(shell, costMs.shell, thrown.shell, mostMs)
      return html === undefined ? null : { html, hasRemote }
    } catch (error) {
      fail(opened === null || (error instanceof ProcessEnded && error.isShells) ? shell : opened, error)
      return null
    }
  }

  return { render, close: () => sets.clear() }
}

/** As `<name>/<version>`, the shell first: remotes need what its bundle shares. */
function partsOf({ shell, remotes }: PageToRender['boot']): string[] {
  const others = Object.entries(remotes).map(([name, { version }]) => `${name}/${version}`)
  return [`${SHELL}/${shell.version}`, ...others.sort()]
}
