import { createHash } from 'node:crypto'
import { ErrorBody } from '@aangan/contracts/errors'
import { isId } from '@aangan/contracts/ids'
import { SHARE_PICTURE, SITE_PICTURE_URL, sharePictureUrl } from '@aangan/contracts/media'
import type { RevisedPost } from '@aangan/contracts/posts'
import type { Bus } from '@aangan/service-kit/bus/bus'
import { type Client, clientOf } from '@aangan/service-kit/client'
import { isKnown } from '@aangan/service-kit/entity-tag'
import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { MediaConfig } from '../config.ts'
import { pictureName } from './events.ts'
import type { Gallery } from './gallery.ts'
import { DESIGN_VERSION, drawListing, drawSite } from './pictures.ts'
import { createTypeSetter } from './type-setting.ts'
import { openTypefaces } from './typefaces.ts'

const POSTS_LIMIT_MS = 2_000
const WEEK = 604_800
const DAY = 86_400
const NOBODY: Client = { address: '', user: null }

const ShareParams = Type.Object({ id: Type.String(), file: Type.String() })
const Picture = Type.Unsafe<Buffer | string>(Type.String({ format: 'binary' }))
const answers = { 200: Picture, 302: Type.Null(), 304: Type.String(), '4xx': ErrorBody }

interface ShareRoutes {
  config: MediaConfig
  bus: Bus
  gallery: Gallery
}

/** Facts come from posts, never from the URL, so that nobody can forge what a picture says. */
export function addShareRoutes(app: App, { config, bus, gallery }: ShareRoutes): void {
  const site = { name: config.SITE_NAME, currency: config.SITE_CURRENCY }
  const lookTag = createHash('sha256')
    .update(JSON.stringify([DESIGN_VERSION, site]))
    .digest('base64url')
    .slice(0, 12)
  const setter = async () => createTypeSetter(await openTypefaces())
  const sitePicture = (client: Client) => gallery.get('site', async () => drawSite(site, await setter()), client)

  // Loading the libraries and typefaces blocks the event loop for 70 ms at a time: better before the first visitor.
  app.addHook('onListen', (done) => {
    done()
    sitePicture(NOBODY).catch((error: unknown) =>
      app.log.error({ err: error }, 'The picture for sharing the site failed'),
    )
  })

  app.get(SITE_PICTURE_URL, { schema: { response: answers } }, async (request, reply) => {
    if (keeps(request, reply, { etag: `"site-${lookTag}"`, maxAge: DAY })) return reply.code(304).send('')
    return reply.send(await sitePicture(clientOf(request)))
  })

  const one = { params: ShareParams, response: answers }
  app.get('/media/share/:id/:file', { schema: one }, async (request, reply) => {
    const { id, file } = request.params
    if (!isId(id) || !/^\d{1,15}\.jpg$/.test(file)) throw notFound()
    const post = await findPost(bus, id)
    const { rev } = post
    // An old or guessed revision: only the current picture exists.
    if (file !== `${rev}.jpg`) return reply.header('cache-control', 'no-cache').redirect(sharePictureUrl(post))
    if (keeps(request, reply, { etag: `"${rev}-${lookTag}"`, maxAge: WEEK })) return reply.code(304).send('')
    const jpeg = await gallery.get(
      pictureName(post),
      async () => drawListing(post, site, await setter()),
      clientOf(request),
    )
    return reply.send(jpeg)
  })
}

async function findPost(bus: Bus, id: string): Promise<RevisedPost> {
  const [post] = await bus.request('posts.find-many', { ids: [id] }, { timeoutMs: POSTS_LIMIT_MS })
  if (!post) throw notFound()
  return post
}

function notFound(): AppError {
  return new AppError('NOT_FOUND', 'Picture not found')
}

/** Sets the cache headers. Returns true if the client's copy is current. */
function keeps(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, maxAge }: { etag: string; maxAge: number },
): boolean {
  reply.headers({ etag, 'cache-control': `public, max-age=${maxAge}` }).type(SHARE_PICTURE.type)
  return isKnown(request, etag)
}
