import { type PageToRender, RENDER_URL, RenderedPage } from '@aangan/contracts/rendering'
import { REQUEST_ID_HEADER } from '@aangan/contracts/services'
import { CLIENT_ADDRESS_HEADER, clientAddress } from '@aangan/service-kit/client'
import { isAppError } from '@aangan/service-kit/errors'
import { addLabelledCounter } from '@aangan/service-kit/metrics'
import type { Parts } from '@aangan/service-kit/parts'
import { createUpstream, type Upstream } from '@aangan/service-kit/upstream'
import type { FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import type { RegistryConfig } from '../config.ts'

/** Twice a search with all filters. Anybody can make up longer addresses, and what those cost would count against a release. */
const MOST_CHARACTERS = 1_500
/** How many times as long a page waits if the one before it has its answer: no renderer hangs then, and none is queued up. */
const PATIENCE = 3

export interface Rendering {
  /** Null on a site without renderers. */
  renderer: Upstream | null
  waitMs: number
  last: { isAnswered: boolean }
  count: (rendered: 'yes' | 'shell' | 'no') => void
}

export function openRendering(config: RegistryConfig, metrics: Parts['metrics']): Rendering {
  const { RENDERER_URL, RENDER_WAIT_MS: waitMs } = config
  const count = addLabelledCounter(metrics, {
    name: 'registry_pages_total',
    label: 'rendered',
    help: "Pages by what of them is rendered: yes, shell (without the remote's part), or no, which the browser does",
  })
  return {
    renderer: RENDERER_URL === undefined ? null : createUpstream(RENDERER_URL),
    waitMs,
    last: { isAnswered: true },
    count,
  }
}

interface Asking extends Rendering {
  /** Others wait for it, too: it goes on if this visitor leaves. */
  isShared: boolean
}

/** Null if the page was not rendered in time: the browser then does it. */
export async function fetchRendered(
  asking: Asking,
  page: PageToRender,
  request: FastifyRequest,
): Promise<RenderedPage | null> {
  const rendered = await ask(asking, page, request)
  if (rendered === null && hasLeft(asking, request)) return null
  asking.count(rendered === null ? 'no' : rendered.hasRemote || page.remote === null ? 'yes' : 'shell')
  return rendered
}

/** Nobody gets the page then. */
function hasLeft({ isShared }: Pick<Asking, 'isShared'>, { signal }: FastifyRequest): boolean {
  return !isShared && signal.aborted
}

async function ask({ renderer, waitMs, last, isShared }: Asking, page: PageToRender, request: FastifyRequest) {
  if (renderer === null || page.url.length > MOST_CHARACTERS) return null
  const { id, signal, log } = request
  const headers = { [REQUEST_ID_HEADER]: id, [CLIENT_ADDRESS_HEADER]: clientAddress(request) }
  const timeoutMs = last.isAnswered ? PATIENCE * waitMs : waitMs
  last.isAnswered = false
  const call = { json: page, headers, timeoutMs }
  try {
    const { status, body } = await renderer.post(RENDER_URL, isShared ? call : { ...call, signal })
    last.isAnswered = true
    // It logs and counts why.
    if (status === 204) return null
    const rendered: unknown = JSON.parse(body.toString('utf8'))
    if (status === 200 && Value.Check(RenderedPage, rendered)) return rendered
    throw new Error(`the renderer returned ${status}`)
  } catch (error) {
    if (!hasLeft({ isShared }, request))
      // That it came too late, or is away, needs no stack: on a busy site it may be each page.
      log.warn(
        { err: isAppError(error) ? error.code : error, timeoutMs },
        'could not have the page rendered; sending it for the browser to do it',
      )
    return null
  }
}
