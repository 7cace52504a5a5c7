import { performance } from 'node:perf_hooks'
import { PAGE_COPY_URL, PageCopy } from '@aangan/contracts/page-copy'
import { AppError } from '@aangan/service-kit/errors'
import { addGauges, addLabelledCounter } from '@aangan/service-kit/metrics'
import type { Parts } from '@aangan/service-kit/parts'
import { createUpstream, type UpstreamAnswer } from '@aangan/service-kit/upstream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { PUBLIC_READS } from '../forwarded-headers.ts'
import { type Copy, loadCopy } from './load.ts'
import { sendFile, sendPage } from './send.ts'

const PROBE_EVERY_MS = 2_000
/** Two attempts, so that one pause of either process is no outage. With PATIENCE_MS they take less than a second. */
const ATTEMPT_MS = 350
/** A request that has waited for so long begins a probe: most pages take less. */
const PATIENCE_MS = 250

/** `copy`: the registry is away, and pages come from the copy; `away`: it is away, and there is none. */
export type PagesState = 'ok' | 'copy' | 'away'

export interface PagesCopy {
  state(): PagesState
  /** Sends the page or file that the request is for. Returns false, and sends nothing, if the copy has none. */
  send(request: FastifyRequest, reply: FastifyReply): boolean
  /** Calls `end` if the registry is found away while a request waits for it. Returns what ends the watch. */
  watch(end: () => void): () => void
  close(): Promise<void>
}

interface CopyParts extends Pick<Parts, 'log' | 'metrics'> {
  registryUrl: string
}

/** Keeps the last good page and its files in memory, for the time when the registry is away (decision 060). */
export function keepPages({ registryUrl, log, metrics }: CopyParts): PagesCopy {
  // Its own connections: those of visitors may all be waiting.
  const registry = createUpstream(registryUrl, { connections: 2 })
  const watches = new Set<() => void>()
  let copy: Copy | null = null
  let etag: string | undefined
  let confirmedAt = Number.NaN
  let awaySince: number | null = null
  let probing: Promise<void> | null = null
  let loading: Promise<void> | null = null
  let isClosed = false
  let problem = ''
  const count = addLabelledCounter(metrics, {
    name: 'gateway_served_from_copy_total',
    label: 'kind',
    help: 'Pages and files sent from the copy of this gateway, because the registry could not send them',
  })
  addGauges(metrics, {
    gateway_page_copy_age_seconds: {
      help: 'Time since the registry last confirmed the copy of its pages; NaN without a copy',
      figure: () => (performance.now() - confirmedAt) / 1_000,
    },
    gateway_page_copy_bytes: { help: 'Size of the copied files; 0 without a copy', figure: () => copy?.bytes ?? 0 },
  })

  const ask = () =>
    registry.get(PAGE_COPY_URL, { headers: etag ? { 'if-none-match': etag } : {}, timeoutMs: ATTEMPT_MS })

  function probe(): Promise<void> {
    probing ??= ask()
      .catch(ask)
      .then((answer) => {
        if (answer.status >= 500) throw new AppError('UPSTREAM_FAILED', `The registry returned ${answer.status}`)
        found(answer)
      })
      .catch(lost)
      .finally(() => {
        probing = null
      })
    return probing
  }

  function found(answer: UpstreamAnswer): void {
    if (awaySince !== null) {
      const seconds = Math.round((performance.now() - awaySince) / 1_000)
      log.info({ seconds }, 'the registry is back: pages come from it again')
    }
    awaySince = null
    if (answer.status === 304) confirmedAt = performance.now()
    else
      loading ??= load(answer).finally(() => {
        loading = null
      })
  }

  function lost(err: unknown): void {
    if (isClosed) return
    if (awaySince === null) {
      awaySince = performance.now()
      log.warn({ err }, `the registry is away: ${copy ? 'pages come from the copy' : 'there is no copy of the pages'}`)
    }
    if (copy !== null) for (const end of watches) end()
  }

  /** The same one is met every two seconds. */
  function report(next: string, err?: unknown): void {
    if (next !== '' && next !== problem && !isClosed) log.warn({ err }, next)
    problem = next
  }

  async function load({ status, headers, body }: UpstreamAnswer): Promise<void> {
    try {
      const page: unknown = status === 200 ? JSON.parse(body.toString('utf8')) : null
      if (!Value.Check(PageCopy, page)) throw new Error(`${PAGE_COPY_URL} returned ${status} without a page`)
      const next = await loadCopy(registry, page, copy)
      report(next.missing.length > 0 ? `files are not in the copy of the pages: ${next.missing.join(', ')}` : '')
      copy = next
      confirmedAt = performance.now()
      // What is missing is asked for again.
      etag = next.missing.length === 0 ? String(headers.etag) : undefined
    } catch (err) {
      report(`could not copy the pages, and keeps the copy it has: ${err}`, err)
    }
  }

  const timer = setInterval(probe, PROBE_EVERY_MS)
  void probe()
  return {
    state: () => (awaySince === null ? 'ok' : copy ? 'copy' : 'away'),
    send(request, reply) {
      if (copy === null) return false
      const [path = ''] = request.url.split('?', 1)
      const isFile = PUBLIC_READS.test(path)
      const file = copy.files.get(path)
      if (isFile && !file) return false
      if (awaySince === null) void probe()
      if (file) sendFile(request, reply, file)
      else sendPage(request, reply, copy)
      count(isFile ? 'file' : 'page')
      return true
    },
    watch(end) {
      const patience = setTimeout(probe, PATIENCE_MS)
      watches.add(end)
      return () => {
        clearTimeout(patience)
        watches.delete(end)
      }
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await probing
      await loading
      await registry.close()
    },
  }
}
