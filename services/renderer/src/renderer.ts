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

/** Processes of one remote: its stable release and a canary, each with those of the shell. */
const MOST_OF_REMOTE = 4
const IDLE_MS = 10 * 60_000
const WITHIN_MS = 2_000
/** That RENDER_MS is for. Visitors can ask for longer pages, such as of more homes, which says nothing against a release. */
const USUAL_CHARACTERS = 250_000

const KEPT = {
  max: MOST_OF_REMOTE,
  ttl: IDLE_MS,
  updateAgeOnGet: true,
  ttlAutopurge: true,
  dispose: ({ process }: Stage) => process.end(),
}

/** Of a part in a process: they take several times as long as later ones, since its code has hardly run. */
const FIRST_PAGES = 10

/** Visitors wait less than a second. */
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

/** What runs the bundles of a release of the shell and of one remote. */
interface Stage {
  /** Their names and versions. */
  key: string
  process: RenderingProcess
  turn: FairQueue
  /** Resolves with false if the part cannot be used: it has no bundle for servers, or has failed. */
  open(part: string): Promise<boolean>
  /** How many pages a part has rendered. */
  pages: Map<string, number>
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
  const stages = new Map<string, LRUCache<string, Stage>>()
  const countFailure = addCounter(metrics, {
    name: 'renderer_failures_total',
    // Not by version, of which there is no end: the log has it.
    labels: ['remote', 'kind'],
    help: 'Pages that a remote could not render, by kind: slow, threw, or ended its process',
  })

  function start(shell: string, key: string): Stage {
    const process = startProcess(child, { memoryMb: config.RENDER_MEMORY_MB, withinMs })
    const opened = new Map<string, Promise<boolean>>()
    const prepared = process.run(realm, 'realm')
    // Whoever opens a part handles it.
    prepared.catch(() => undefined)

    async function load(part: string): Promise<boolean> {
      await prepared
      const bundle = await readBundle(releasesDir, part)
      if (bundle === null) return false
      const head = `realm.open(${JSON.stringify(nameOf(part))}, (module, exports, require) => {`
      await process.run(`${head}${bundle.code}\n})`, bundle.filename)
      return true
    }

    async function tryToLoad(part: string): Promise<boolean> {
      try {
        return await load(part)
      } catch (error) {
        // It may be there after the pause, as on a network file system.
        opened.delete(part)
        fail(key, part, error, { isFatal: true })
        return false
      }
    }

    /** Remotes need what the shell's bundle shares. */
    async function open(part: string): Promise<boolean> {
      if (breaker.isOpen(within(key, part)) || (part !== shell && !(await open(shell)))) return false
      const opening = opened.get(part) ?? tryToLoad(part)
      opened.set(part, opening)
      return await opening
    }

    return { key, process, turn: createFairQueue(TURNS), pages: new Map(), open }
  }

  /** @param remote null for a page of the shell alone */
  function stageFor(shell: string, remote: string | null): Stage {
    const name = nameOf(remote ?? shell)
    const ofRemote = stages.get(name) ?? new LRUCache<string, Stage>(KEPT)
    stages.set(name, ofRemote)
    const key = remote === null ? shell : `${shell} ${remote}`
    const known = ofRemote.get(key)
    if (known && !known.process.hasEnded) return known
    const started = start(shell, key)
    ofRemote.set(key, started)
    return started
  }

  /** Counted for these releases together: a remote can break the shell where it is with it, and the other way round. */
  function fail(key: string, part: string, error: unknown, { kind = 'threw', isFatal = false }: Failure = {}): void {
    // Its turn never came.
    if (error instanceof NotBegun || isAppError(error)) return
    const hasEnded = error instanceof ProcessEnded
    const outcome = hasEnded ? 'ended' : kind
    const [remote = '', version = ''] = part.split('/')
    countFailure({ remote, kind: outcome })
    breaker.failed(within(key, part), isFatal || hasEnded)
    const about = { err: error, remote, version, releases: key }
    if (outcome === 'slow') log.warn(about, `${remote} ${version} took long to render a page`)
    else log.error(about, `${remote} ${version} could not render a page: ${outcome}`)
  }

  function allowedMs({ length }: string): number {
    return config.RENDER_MS * Math.max(1, length / USUAL_CHARACTERS)
  }

  async function render({ remote, ...page }: PageToRender, client: Client): Promise<RenderedPage | null> {
    const { boot } = page
    const shell = `${SHELL}/${boot.shell.version}`
    const part = remote === null ? null : `${remote}/${boot.remotes[remote]?.version}`
    const stage = stageFor(shell, part)
    const { key } = stage
    if (!(await stage.open(shell))) return null
    const opened = part !== null && (await stage.open(part)) ? part : null

    function judge(what: string, costMs: number, thrown: string | undefined, mostMs: number): void {
      const before = stage.pages.get(what) ?? 0
      stage.pages.set(what, before + 1)
      if (thrown !== undefined) fail(key, what, thrown)
      else if (costMs <= mostMs) breaker.succeeded(within(key, what))
      else if (before >= FIRST_PAGES) fail(key, what, `it took ${Math.round(costMs)} ms`, { kind: 'slow' })
    }

    try {
      const json = JSON.stringify({ ...page, remote: opened && remote } satisfies PageToRender)
      const { result, costMs } = await stage.turn(() => stage.process.render(json), client)
      const { html, hasRemote = false, thrown } = JSON.parse(result) as Outcome
      const mostMs = allowedMs(result)
      if (opened !== null) judge(opened, costMs.remote, thrown.remote, mostMs)
      judge(shell, costMs.shell, thrown.shell, mostMs)
      return html === undefined ? null : { html, hasRemote }
    } catch (error) {
      fail(key, opened === null || (error instanceof ProcessEnded && error.isShells) ? shell : opened, error)
      return null
    }
  }

  function close(): void {
    for (const ofRemote of stages.values()) ofRemote.clear()
  }

  return { render, close }
}

/** Names a part for the breaker, where it is with these releases. */
function within(key: string, part: string): string {
  return `${key}: ${part}`
}

/** @param part `<name>/<version>` */
function nameOf(part: string): string {
  return part.slice(0, part.indexOf('/'))
}
