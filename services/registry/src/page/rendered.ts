import { type PageToRender, RENDER_URL, RenderedPage } from '@aangan/contracts/rendering'
import { REQUEST_ID_HEADER } from '@aangan/contracts/services'
import type { Upstream } from '@aangan/service-kit/upstream'
import type { FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'

export interface Rendering {
  /** Null on a site without renderers. */
  renderer: Upstream | null
  waitMs: number
}

interface Asking extends Rendering {
  /** Others wait for it, too: it goes on if this visitor leaves. */
  isShared: boolean
}

/** Null if the page was not rendered in time: the browser then does it. */
export async function fetchRendered(
  { renderer, waitMs, isShared }: Asking,
  page: PageToRender,
  { id, signal, log }: FastifyRequest,
): Promise<RenderedPage | null> {
  if (renderer === null) return null
  try {
    const headers = { [REQUEST_ID_HEADER]: id }
    const { status, body } = await renderer.post(RENDER_URL, {
      json: page,
      headers,
      timeoutMs: waitMs,
      ...(!isShared && { signal }),
    })
    // It logs and counts why.
    if (status === 204) return null
    const rendered: unknown = JSON.parse(body.toString('utf8'))
    if (status === 200 && Value.Check(RenderedPage, rendered)) return rendered
    throw new Error(`the renderer returned ${status}`)
  } catch (error) {
    if (!signal.aborted)
      log.warn({ err: error }, 'could not have the page rendered; sending it for the browser to do it')
    return null
  }
}
