import { join } from 'node:path'
import { ErrorBody } from '@aangan/contracts/errors'
import { readUploadUrl, srcsetOf, UPLOAD_LIMITS, type UploadKind } from '@aangan/contracts/media'
import { UploadedPicture } from '@aangan/contracts/uploads'
import { type ConcurrencyLimit, createConcurrencyLimit } from '@aangan/service-kit/concurrency-limit'
import { AppError } from '@aangan/service-kit/errors'
import { requireIdentity } from '@aangan/service-kit/identity'
import type { App } from '@aangan/service-kit/server'
import multipart from '@fastify/multipart'
import serveFiles from '@fastify/static'
import type { Files } from './files.ts'
import { encodeWidths } from './picture.ts'
import { receiveFile } from './receive.ts'
import type { UploadStore } from './store.ts'

interface UploadRoutes {
  files: Files
  uploads: UploadStore
}

const KINDS = Object.keys(UPLOAD_LIMITS) as UploadKind[]
const refused = { '4xx': ErrorBody, '5xx': ErrorBody }
/** One file, and a few fields that clients may add. */
const PARTS = { files: 1, fields: 10, parts: 12 }

const TURNS = {
  atOnce: 2,
  waiting: 40,
  // The gateway times out after 10 s, and a large picture takes some of that itself.
  patienceMs: 4_000,
  busy: 'Too many pictures are being uploaded right now. Try again in a moment.',
}

/** Concurrent uploads per person, so that one person cannot fill the queue. */
const AT_ONCE_EACH = 6
const OWN_TURNS = { atOnce: 1, waiting: AT_ONCE_EACH, busy: TURNS.busy }
/** Unused uploads per person: enough for several drafts. */
const MOST_UNUSED = 300

export function addUploadRoutes(app: App, parts: UploadRoutes): void {
  const turn = createConcurrencyLimit(TURNS)
  const uploading = new Map<string, { count: number; ownTurn: ConcurrencyLimit }>()

  /** `work` gets a turn of this person's own: one picture at a time, before it waits among those of all. */
  async function oneMore<T>(userId: string, work: (ownTurn: ConcurrencyLimit) => Promise<T>): Promise<T> {
    const own = uploading.get(userId) ?? { count: 0, ownTurn: createConcurrencyLimit(OWN_TURNS) }
    if (own.count >= AT_ONCE_EACH)
      throw new AppError('TOO_MANY_REQUESTS', 'Wait until your other pictures are uploaded, then try again.')
    own.count += 1
    uploading.set(userId, own)
    try {
      return await work(own.ownTurn)
    } finally {
      own.count -= 1
      if (own.count === 0) uploading.delete(userId)
    }
  }

  async function checkRoom(userId: string): Promise<void> {
    const hasRoom = async () => (await parts.uploads.countUnused(userId, MOST_UNUSED)) < MOST_UNUSED
    if (await hasRoom()) return
    await parts.uploads.keepUsedOf(userId, MOST_UNUSED)
    if (await hasRoom()) return
    throw new AppError(
      'TOO_MANY_REQUESTS',
      'You have uploaded too many pictures that are not in a listing. Publish a listing or try again tomorrow.',
    )
  }

  app.register(async (scope) => {
    // Keep paths in file names, so that they can be refused.
    await scope.register(multipart, { preservePath: true, limits: PARTS, throwFileSizeLimit: false })
    for (const kind of KINDS) {
      const schema = { response: { 201: UploadedPicture, ...refused } }
      scope.post(`/media/${kind}`, { schema }, async (request, reply) => {
        const { id: userId } = requireIdentity(request)
        await checkRoom(userId)
        const made = await oneMore(userId, (ownTurn) => {
          const use = (path: string) => ownTurn(() => turn(() => encodeWidths(path, kind)))
          return receiveFile(request, kind, { files: parts.files, use })
        })
        const id = parts.files.newId()
        // Document first: a file without one would never be removed.
        await parts.uploads.add({ _id: id, kind, userId })
        await parts.files.keep(kind, id, made)
        const { width, height } = made
        const url = `/media/${kind}/${id}/${width}.webp`
        reply.code(201)
        return { url, width, height, srcset: srcsetOf(url) ?? '' }
      })
    }
  })
  servePictures(app, parts.files)
}

function servePictures(app: App, { folder }: Files): void {
  for (const kind of KINDS) {
    app.register(serveFiles, {
      root: join(folder, kind),
      prefix: `/media/${kind}`,
      index: false,
      schemaHide: true,
      decorateReply: false,
      immutable: true,
      maxAge: '1y',
      allowedPath: (path) => readUploadUrl(`/media/${kind}${path}`) !== null,
    })
  }
}
