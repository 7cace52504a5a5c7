import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { jpeg } from '../testing/forms.ts'
import { type RunningMedia, startMedia } from '../testing/media.ts'

const [ASHA, RAVI] = ['a'.repeat(24), 'b'.repeat(24)]
let media: RunningMedia
beforeEach(async () => {
  media = await startMedia()
})
afterEach(() => media.close())

async function upload(as: string, kind: 'posts' | 'avatars' = 'posts'): Promise<string> {
  return (await media.upload(await jpeg(20, 20), { as, kind })).json().url
}

const publish = (id: string, data: { id: string; rev: number }) =>
  media.bus.publish({ id, subject: 'account.removed', data })
const isThere = (url: string) => existsSync(join(media.files, url.replace('/media/', '')))
const all = async (name: string) => await media.store.collection(name).find({}).toArray()

it('all pictures of a removed person go, also from the disk and if somebody else uses them', async () => {
  const [face, photo, others] = [await upload(ASHA, 'avatars'), await upload(ASHA), await upload(RAVI)]
  const avatarOf = (id: string, rev: number) =>
    media.bus.publish({ id: `${id}:${rev}`, subject: 'user.changed', data: { id, username: 'x', avatar: face, rev } })
  await avatarOf(ASHA, 1)
  await avatarOf(RAVI, 1)
  await expect.poll(async () => (await all('uses')).length).toBe(2)
  await publish('removed', { id: ASHA, rev: 2 })
  await expect.poll(async () => (await all('uploads')).length).toBe(1)
  expect([face, photo, others].map(isThere)).toEqual([false, false, true])
  await expect.poll(() => all('uses')).toEqual([])
  // An event that arrives late.
  await avatarOf(ASHA, 2)
  await avatarOf(RAVI, 2)
  await expect.poll(() => all('uses')).toMatchObject([{ by: `user:${RAVI}` }])
  expect((await all('heard')).map(({ _id }) => _id)).toEqual([`user:${RAVI}`])
})

it('a person’s data has the URL of each of their pictures', async () => {
  const urls = [await upload(ASHA, 'avatars'), await upload(ASHA)]
  await upload(RAVI)
  const answer = await media.app.inject({ url: '/media/data', headers: media.signedIn(ASHA) })
  const { lists, next } = answer.json()
  expect(lists.uploads.map(({ url }: { url: string }) => url).toSorted()).toEqual(urls.toSorted())
  expect(next).toBe(null)
})
