import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadKind } from '@aangan/contracts/media'
import { post } from '@aangan/contracts/testing/posts'
import type { UploadedPicture } from '@aangan/contracts/uploads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jpeg } from '../testing/forms.ts'
import { type RunningMedia, startMedia } from '../testing/media.ts'
import { openFiles } from './files.ts'
import { createUploadStore } from './store.ts'
import { removeUnused } from './unused.ts'

const ASHA = 'a'.repeat(24)
let media: RunningMedia
beforeEach(async () => {
  media = await startMedia()
})
afterEach(() => media.close())

async function uploaded(kind: UploadKind): Promise<UploadedPicture> {
  const answer = await media.upload(await jpeg(20, 20), { as: ASHA, kind })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

describe('an unused upload', () => {
  const DAY_MS = 86_400_000
  const remove = async () => {
    const uploads = createUploadStore(media)
    return await removeUnused({ uploads, files: await openFiles(media.files), now: media.now })
  }
  const idIn = (url: string) => url.split('/')[3] ?? ''
  const say = (listing: object, rev: number) =>
    media.bus.publish({
      id: `said:${Math.random()}`,
      subject: 'post.changed',
      data: { ...post(), ...listing, rev },
    })

  it('is removed after a day, but not while a listing or profile uses it', async () => {
    const [shown, face, left] = [await uploaded('posts'), await uploaded('avatars'), await uploaded('posts')]
    await say({ images: [shown.url, 'https://elsewhere.example/a.jpg'] }, 1)
    await media.bus.publish({
      id: 'face',
      subject: 'user.changed',
      data: { id: ASHA, username: 'asha', avatar: face.url, rev: 1 },
    })
    const isUsed = async (url: string) =>
      (await media.store.collection('uses').findOne({ uploadId: idIn(url) } as never)) !== null
    await expect.poll(async () => [await isUsed(shown.url), await isUsed(face.url)]).toEqual([true, true])
    await remove()
    for (const { url } of [shown, face, left]) expect((await media.app.inject(url)).statusCode).toBe(200)
    media.pass(DAY_MS + 1)
    await remove()
    expect((await media.app.inject(left.url)).statusCode).toBe(404)
    for (const { url } of [shown, face]) expect((await media.app.inject(url)).statusCode).toBe(200)

    await say({ images: [] }, 3)
    // A late, older event brings nothing back.
    await say({ images: [shown.url] }, 2)
    await expect.poll(() => isUsed(shown.url)).toBe(false)
    await remove()
    expect((await media.app.inject(shown.url)).statusCode).toBe(200)
    media.pass(DAY_MS + 1)
    await remove()
    expect((await media.app.inject(shown.url)).statusCode).toBe(404)
    expect((await media.app.inject(face.url)).statusCode).toBe(200)
    expect(await readFile(join(media.files, 'avatars', idIn(face.url), '20.webp'))).toBeDefined()
  })
  it('is removed even without a file, as are partial uploads', async () => {
    await writeFile(join(media.files, 'incoming', 'half'), 'received')
    await rm(join(media.files, 'posts'), { recursive: true })
    expect((await media.upload(await jpeg(20, 20), { as: ASHA })).statusCode).toBe(500)
    await mkdir(join(media.files, 'posts'))
    const documents = async () => (await media.store.collection('uploads').find({}).toArray()).length
    await remove()
    expect(await readdir(join(media.files, 'incoming'))).toHaveLength(2)
    media.pass(3_600_001)
    await remove()
    expect([await readdir(join(media.files, 'incoming')), await documents()]).toEqual([[], 1])
    media.pass(DAY_MS)
    expect([await remove(), await documents()]).toEqual([1, 0])
  })
})
