import { join } from 'node:path'
import { ErrorBody } from '@aangan/contracts/errors'
import { readUploadUrl, srcsetOf, UPLOAD_LIMITS, type UploadKind } from '@aangan/contracts/media'
import { UploadedPicture } from '@aangan/contracts/uploads'
import { clientOf } from '@aangan/service-kit/client'
import { AppError } from '@aangan/service-kit/errors'
import { createFairQueue } from '@aangan/service-kit/fair-queue'
import { requireIdentity } from '@aangan/service-kit/identity'
import type { App } from '@aangan/service-kit/server'
import multipart from '@fastify/multipart'
import serveFiles from '@fastify/static'
import type { Files } from './files.ts'
import { keepUpload } from './keep.ts'
import { encodeWidths } from './picture.ts'
import { receiveFile } from './receive.ts'
import { createRoomCheck } from './room.ts'
import type { UploadStore } from './store.ts'

interface UploadRoutes {
  files: Files
  uploads: UploadStore
  minFreeBytes: number
}

const KINDS = Object.keys(UPLOAD_LIMITS) as UploadKind[]
const refused = { '4xx': ErrorBody, '5xx': ErrorBody }
/** One file, and a few fields that clients may add. */
const PARTS = { files: 1, fields: 10, parts: 12 }

const TURNS = {
  atOnce: 2,
  // Of an address, whose people take turns: anybody may open many accounts.
  atOnceEach: 1,
  // They are encoded beside the process, on processors that it needs.
  rests: true,
  waiting: 40,
  // The gateway times out after 10 s, and a large picture takes about a second of that itself.
  patienceMs: 8_000,
  busy: 'Too many pictures are being uploaded right now. Try again in a moment.',
}

/** Uploads of one person: each takes memory and disk while it waits. */
const AT_ONCE_EACH = 6

export function addUploadRoutes(app: App, parts: UploadRoutes): void {
  const turn = createFairQueue(TURNS)
  const uploading = new Map<string, number>()
  const inRoom = createRoomCheck(parts)

  async function oneMore<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const count = uploading.get(userId) ?? 0
    if (count >= AT_ONCE_EACH)
      throw new AppError('TOO_MANY_REQUESTS', 'Wait until your other pictures are uploaded, then try again.')
    uploading.set(userId, count + 1)
    try {
      return await work()
    } finally {
      const left = (uploading.get(userId) ?? 1) - 1
      if (left > 0) uploading.set(userId, left)
      else uploading.delete(userId)
    }
  }

  app.register(async (scope) => {
    // Keep paths in file names, so that they can be refused.
    await scope.register(multipart, { preservePath: true, limits: PARTS, throwFileSizeLimit: false })
    for (const kind of KINDS) {
      const schema = { response: { 201: UploadedPicture, ...refused } }
      scope.post(`/media/${kind}`, { schema }, async (request, reply) => {
        const { id: userId } = requireIdentity(request)
        const use = (path: string) => turn(() => encodeWidths(path, kind), clientOf(request))
        const { id, width, height } = await inRoom(userId, async () => {
          const made = await oneMore(userId, () => receiveFile(request, kind, { files: parts.files, use }))
          return { id: await keepUpload(parts, { kind, userId, made }), ...made }
        })
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
