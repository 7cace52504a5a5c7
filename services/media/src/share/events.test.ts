import { afterEach, beforeEach, expect, it } from 'vitest'
import { type RunningMedia, startMedia } from '../testing/media.ts'
import { followPosts, pictureName } from './events.ts'
import { createGallery } from './gallery.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
const [CHANGED, GONE, OTHER] = ['a'.repeat(24), 'b'.repeat(24), 'c'.repeat(24)]

let media: RunningMedia
beforeEach(async () => {
  media = await startMedia()
})
afterEach(() => media.close())

it('drops the pictures of listings that have changed or gone, and no other', { timeout: 20_000 }, async () => {
  const drawn: string[] = []
  const gallery = createGallery()
  const ask = (name: string) =>
    gallery.get(name, async () => {
      drawn.push(name)
      return SVG
    })
  const [old, now, gone, other] = [
    { id: CHANGED, rev: 2 },
    { id: CHANGED, rev: 3 },
    { id: GONE, rev: 4 },
    { id: OTHER, rev: 1 },
  ].map(pictureName)
  const names = [old, now, gone, other].map(String)
  for (const name of names) await ask(name)
  const following = await followPosts(media.bus, gallery)
  const removed = { userId: 'd'.repeat(24) }
  await media.bus.publish({ id: '1', subject: 'post.removed', data: { ...removed, id: CHANGED, rev: 3 } })
  await media.bus.publish({ id: '2', subject: 'post.removed', data: { ...removed, id: OTHER, rev: 1 } })
  await media.bus.publish({ id: '3', subject: 'post.removed', data: { ...removed, id: GONE, rev: 5 } })
  await expect
    .poll(async () => {
      await ask(String(gone))
      return drawn.filter((name) => name === gone).length
    })
    .toBe(2)
  await following.stop()
  for (const name of names) await ask(name)
  expect(drawn).toEqual([...names, gone, old])
})
