import { resolve } from 'node:path'
import { ErrorBody } from '@aangan/contracts/errors'
import { type PageToRender, RENDER_URL, RenderedPage } from '@aangan/contracts/rendering'
import { clientOf } from '@aangan/service-kit/client'
import { type App, createServer } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import { openRenderer, type RendererParts } from './renderer.ts'

/** The registry's own: what is in it is for the bundles. */
const Page = Type.Unsafe<PageToRender>(
  Type.Object({
    boot: Type.Object({ shell: Type.Object({ version: Type.String() }), remotes: Type.Object({}) }),
    url: Type.String(),
    remote: Type.Union([Type.String(), Type.Null()]),
    first: Type.Array(Type.Unknown()),
  }),
)

/** A page names all releases, and has its first data. */
const MOST_BYTES = 4_000_000

/** Renders pages, those of each release of a remote in a process of their own. */
export async function buildRenderer(parts: Omit<RendererParts, 'releasesDir'>): Promise<App> {
  const { config } = parts
  const app = createServer({ name: 'renderer', parts, ready: async () => undefined })
  // Of the registry alone: what guards against visitors' JSON would refuse homes with many pictures.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('ignore', 'ignore'))
  const renderer = await openRenderer({ ...parts, releasesDir: resolve(config.RELEASES_DIR) })
  const schema = {
    summary: 'The HTML of a page, by the releases that it names',
    body: Page,
    response: { 200: RenderedPage, 204: Type.Null(), '4xx': ErrorBody, '5xx': ErrorBody },
  }
  app.post(RENDER_URL, { schema, bodyLimit: MOST_BYTES }, async (request, reply) => {
    // `request.signal` says that the body has been read, too.
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const rendered = await renderer.render(request.body, { ...clientOf(request), signal: gone.signal })
    return rendered ?? reply.code(204).send(null)
  })
  app.addHook('onClose', async () => renderer.close())
  return app
}
