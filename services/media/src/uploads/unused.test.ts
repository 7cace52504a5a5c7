import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_UPLOADS_ASKED, type PictureUse, type UploadKind } from '@aangan/contracts/media'
import { post } from '@aangan/contracts/testing/posts'
import type { UploadedPicture } from '@aangan/contracts/uploads'
import type { Subscription } from '@aangan/service-kit/bus/bus'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jpeg } from '../testing/forms.ts'
import { type RunningMedia, startMedia } from '../testing/media.ts'
import { openFiles } from './files.ts'
import { createUploadStore, type UploadStore } from './store.ts'
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

/** The stores of posts and users, as they answer media. */
let listings: PictureUse[]
let people: PictureUse[]

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const idIn = (url: string) => url.split('/')[3] ?? ''
const statusOf = async (url: string) => (await media.app.inject(url)).statusCode

async function answer(subject: 'posts.using-pictures' | 'users.using-pictures', uses: () => PictureUse[]) {
  return await media.bus.respond(subject, async ({ uploads }) =>
    uses().filter(({ uploadIds }) => uploads.some(({ id }) => uploadIds.includes(id))),
  )
}

async function sweep(): Promise<number> {
  const uploads = createUploadStore(media)
  return await removeUnused({ uploads, files: await openFiles(media.files), bus: media.bus, now: media.now })
}

/** The sweep that announces, and the one that deletes. */
async function sweepTwice(): Promise<number> {
  await sweep()
  media.pass(HOUR_MS)
  return await sweep()
}

async function missing(url: string): Promise<string[]> {
  return await media.bus.request('media.missing', { urls: [url] }, { timeoutMs: 20_000 })
}

async function endUse(uploads: UploadStore, id: string): Promise<void> {
  await uploads.setUses(`user:${ASHA}`, [id], 1)
  await uploads.setUses(`user:${ASHA}`, [], 2)
}

describe('an unused upload', () => {
  let asking: Subscription[]
  beforeEach(async () => {
    listings = []
    people = []
    asking = [await answer('posts.using-pictures', () => listings), await answer('users.using-pictures', () => people)]
  })

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
    await sweepTwice()
    for (const { url } of [shown, face, left]) expect(await statusOf(url)).toBe(200)
    media.pass(DAY_MS + 1)
    await sweepTwice()
    expect(await statusOf(left.url)).toBe(404)
    for (const { url } of [shown, face]) expect(await statusOf(url)).toBe(200)

    await say({ images: [] }, 3)
    // A late, older event brings nothing back.
    await say({ images: [shown.url] }, 2)
    await expect.poll(() => isUsed(shown.url)).toBe(false)
    await sweepTwice()
    expect(await statusOf(shown.url)).toBe(200)
    media.pass(DAY_MS + 1)
    await sweepTwice()
    expect(await statusOf(shown.url)).toBe(404)
    expect(await statusOf(face.url)).toBe(200)
    expect(await readFile(join(media.files, 'avatars', idIn(face.url), '20.webp'))).toBeDefined()
  })

  it('stays if an owner uses it, though no event has said so, until that use ends', async () => {
    const [shown, face, left] = [await uploaded('posts'), await uploaded('avatars'), await uploaded('posts')]
    const home = post()
    listings = [{ id: home.id, rev: 4, uploadIds: [idIn(shown.url)] }]
    people = [{ id: ASHA, rev: 2, uploadIds: [idIn(face.url)] }]
    media.pass(DAY_MS + 1)
    expect(await sweepTwice()).toBe(1)
    expect(await Promise.all([shown, face, left].map(({ url }) => statusOf(url)))).toEqual([200, 200, 404])
    expect([await missing(shown.url), await sweepTwice()]).toEqual([[], 0])

    listings = []
    await say({ id: home.id, images: [] }, 5)
    await expect.poll(async () => (await media.store.collection('uses').find({}).toArray()).length).toBe(1)
    media.pass(DAY_MS + 1)
    expect(await sweepTwice()).toBe(1)
    expect([await statusOf(shown.url), await statusOf(face.url)]).toEqual([404, 200])
  })

  it.each([0, 1])('stays while owner %i does not answer', async (silent) => {
    const left = await uploaded('posts')
    media.pass(DAY_MS + 1)
    await sweep()
    media.pass(HOUR_MS)
    await asking[silent]?.stop()
    await expect(sweep()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await statusOf(left.url)).toBe(200)
    await answer('posts.using-pictures', () => listings)
    await answer('users.using-pictures', () => people)
    expect(await sweep()).toBe(1)
  })

  it('cannot be used again once it is announced, and is deleted only when all who might are done', async () => {
    const left = await uploaded('posts')
    media.pass(DAY_MS + 1)
    expect(await missing(left.url)).toEqual([])
    await sweep()
    expect(await missing(left.url)).toEqual([left.url])
    media.pass(60_000)
    expect(await sweep()).toBe(0)
    // Checked before the announcement, stored after it.
    listings = [{ id: post().id, rev: 1, uploadIds: [idIn(left.url)] }]
    media.pass(HOUR_MS)
    expect([await sweep(), await missing(left.url), await statusOf(left.url)]).toEqual([0, [], 200])
  })

  it.each([
    ['a use is stored', (uploads: UploadStore, id: string) => uploads.setUses(`user:${ASHA}`, [id], 1)],
    ['another process is told that it stays', (uploads: UploadStore, id: string) => uploads.stay(id)],
    ['its last use ends', (uploads: UploadStore, id: string) => endUse(uploads, id)],
  ])('stays if %s while its owners are asked', async (_what, meanwhile) => {
    const { url } = await uploaded('posts')
    const uploads = createUploadStore(media)
    await asking[1]?.stop()
    await media.bus.respond('users.using-pictures', async () => {
      await meanwhile(uploads, idIn(url))
      return []
    })
    media.pass(DAY_MS + 1)
    expect([await sweepTwice(), await statusOf(url), await uploads.has(idIn(url))]).toEqual([0, 200, true])
  })

  it('is removed by one of two processes, and by a later sweep if that one dies', async () => {
    const { url } = await uploaded('posts')
    media.pass(DAY_MS + 1)
    await sweep()
    media.pass(HOUR_MS)
    const files = await openFiles(media.files)
    const dies = { ...files, remove: () => Promise.reject(new Error('killed')) }
    const uploads = createUploadStore(media)
    await expect(removeUnused({ uploads, files: dies, bus: media.bus, now: media.now })).rejects.toThrow('killed')
    expect([await sweep(), await statusOf(url), await missing(url)]).toEqual([0, 200, [url]])
    media.pass(HOUR_MS)
    expect([await sweep(), await statusOf(url), await uploads.has(idIn(url))]).toEqual([1, 404, false])
  })

  it('is asked about in parts of what a request may have', async () => {
    const uploads = createUploadStore(media)
    const ids = Array.from({ length: 2 * MAX_UPLOADS_ASKED + 1 }, (_, at) => String(at).padStart(24, '0'))
    for (const _id of ids) await uploads.add({ _id, kind: 'posts', userId: ASHA })
    listings = ids.slice(0, -1).map((id, at) => ({ id: `f${id.slice(1)}`, rev: at + 1, uploadIds: [id] }))
    media.pass(DAY_MS + 1)
    expect(await sweepTwice()).toBe(1)
  })

  it('is removed even without a file, as are partial uploads', async () => {
    await writeFile(join(media.files, 'incoming', 'half'), 'received')
    await rm(join(media.files, 'posts'), { recursive: true })
    expect((await media.upload(await jpeg(20, 20), { as: ASHA })).statusCode).toBe(500)
    await mkdir(join(media.files, 'posts'))
    await createUploadStore(media).add({ _id: 'f'.repeat(24), kind: 'posts', userId: ASHA })
    const documents = async () => (await media.store.collection('uploads').find({}).toArray()).length
    await sweep()
    expect(await readdir(join(media.files, 'incoming'))).toEqual(['half'])
    media.pass(HOUR_MS + 1)
    await sweep()
    expect([await readdir(join(media.files, 'incoming')), await documents()]).toEqual([[], 1])
    media.pass(DAY_MS)
    expect([await sweepTwice(), await documents()]).toEqual([1, 0])
  })
})
