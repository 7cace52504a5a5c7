import { performance } from 'node:perf_hooks'
import { CHANGED_RELEASES_URL, type ChangedReleases } from '@aangan/contracts/changed-releases'
import { PAGE_COPY_URL } from '@aangan/contracts/page'
import { PageCopy } from '@aangan/contracts/page-copy'
import { addGauges, addLabelledCounter, type Metrics } from '@aangan/service-kit/metrics'
import type { Parts } from '@aangan/service-kit/parts'
import { createUpstream, type UpstreamAnswer } from '@aangan/service-kit/upstream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { PUBLIC_READS } from '../forwarded-headers.ts'
import type { PolicyOf } from '../security-headers.ts'
import { type Copy, loadCopy } from './load.ts'
import { watchRegistry } from './presence.ts'
import { sendFile, sendPage } from './send.ts'

/** `copy`: the registry is away, and pages come from the copy; `away`: it is away, and there is none. */
export type PagesState = 'ok' | 'copy' | 'away'

/** Meanwhile open pages stay as they are. */
const NOTHING_CHANGED: ChangedReleases = { remotes: {} }

export interface PagesCopy {
  state(): PagesState
  /** Sends the page or file that the request is for. Returns false, and sends nothing, if the copy has none. */
  send(request: FastifyRequest, reply: FastifyReply): boolean
  /** Calls `end` if the registry is found away, and there is a copy. Returns what ends the watch. */
  watch(end: () => void): () => void
  close(): Promise<void>
}

interface CopyParts extends Pick<Parts, 'log' | 'metrics'> {
  registryUrl: string
  policyOf: PolicyOf
}

/** Keeps the last good page and its files in memory, for the time when the registry is away (decision 060). */
export function keepPages({ registryUrl, policyOf, log, metrics }: CopyParts): PagesCopy {
  // Its own connections: those of visitors may all be waiting.
  const registry = createUpstream(registryUrl, { connections: 2 })
  let copy: Copy | null = null
  let etag: string | undefined
  let confirmedAt = Number.NaN
  let loading: Promise<void> | null = null
  let problem = ''
  let isClosed = false
  const count = countServed(metrics)
  addCopyGauges(metrics, { bytes: () => copy?.bytes ?? 0, ageMs: () => performance.now() - confirmedAt })
  const presence = watchRegistry({
    ask: (timeoutMs) => registry.get(PAGE_COPY_URL, { headers: etag ? { 'if-none-match': etag } : {}, timeoutMs }),
    onAnswer,
    hasCopy: () => copy !== null,
    log,
  })

  function onAnswer(answer: UpstreamAnswer): void {
    if (answer.status === 304) confirmedAt = performance.now()
    else
      loading ??= load(answer).finally(() => {
        loading = null
      })
  }

  async function load(answer: UpstreamAnswer): Promise<void> {
    try {
      const next = await loadCopy(registry, { ...pageIn(answer), policy: policyOf(answer.headers) }, copy)
      const { missing, tooMuch } = next
      const absent = [...missing, ...tooMuch.keys()]
      report(absent.length > 0 ? `files are not in the copy of the pages: ${absent.length}, first ${absent[0]}` : '')
      copy = next
      confirmedAt = performance.now()
      // What is missing is asked for again; there will not be more room.
      etag = missing.length === 0 ? String(answer.headers.etag) : undefined
    } catch (err) {
      report(`the pages could not be copied, so the last copy stays: ${err}`)
    }
  }

  /** Once, not every two seconds. */
  function report(next: string): void {
    if (next !== '' && next !== problem && !isClosed) log.warn(next)
    problem = next
  }

  return {
    state: () => (presence.isAway() ? (copy ? 'copy' : 'away') : 'ok'),
    send(request, reply) {
      if (copy === null) return false
      const [path = ''] = request.url.split('?', 1)
      const isFile = PUBLIC_READS.test(path)
      const file = copy.files.get(path)
      const asksForChanges = path === CHANGED_RELEASES_URL
      if (isFile && !file && !asksForChanges) return false
      if (!presence.isAway()) presence.probe()
      if (asksForChanges) reply.header('cache-control', 'no-store').send(NOTHING_CHANGED)
      else if (file) sendFile(request, reply, file)
      else sendPage(request, reply, copy)
      if (!asksForChanges) count(isFile ? 'file' : 'page')
      return true
    },
    watch: presence.watch,
    async close() {
      isClosed = true
      await Promise.all([presence.close(), registry.close()])
      await loading
    },
  }
}

function pageIn({ status, body }: UpstreamAnswer): PageCopy {
  const page: unknown = status === 200 ? JSON.parse(body.toString('utf8')) : null
  if (Value.Check(PageCopy, page)) return page as PageCopy
  throw new Error(`${PAGE_COPY_URL} returned ${status} without a page`)
}

function countServed(metrics: Metrics): (kind: string) => void {
  return addLabelledCounter(metrics, {
    name: 'gateway_served_from_copy_total',
    label: 'kind',
    help: 'Pages and files sent from the copy of this gateway, because the registry could not send them',
  })
}

function addCopyGauges(metrics: Metrics, { bytes, ageMs }: { bytes(): number; ageMs(): number }): void {
  addGauges(metrics, {
    gateway_page_copy_age_seconds: {
      help: 'Time since the registry last confirmed the copy of its pages; NaN without a copy',
      figure: () => ageMs() / 1_000,
    },
    gateway_page_copy_bytes: { help: 'Size of the copied files; 0 without a copy', figure: bytes },
  })
}
