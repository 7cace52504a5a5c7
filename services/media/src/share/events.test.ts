import { openBus } from '@aangan/service-kit/bus/open'
import { createLog } from '@aangan/service-kit/log'
import { newSqliteUrl } from '@aangan/service-kit/testing/sqlite-url'
import { expect, it, onTestFinished } from 'vitest'
import { followPosts, pictureName } from './events.ts'
import { createGallery } from './gallery.ts'

const VISITOR = { address: '1.1.1.1', user: null }
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
const [CHANGED, GONE, OTHER] = ['a'.repeat(24), 'b'.repeat(24), 'c'.repeat(24)]

it('evicts only the pictures of changed or removed listings', { timeout: 60_000 }, async () => {
  const bus = await openBus(await newSqliteUrl(), { name: 'media', log: createLog({ level: 'silent' }) })
  onTestFinished(() => bus.close())
  const drawn: string[] = []
  const gallery = createGallery()
  const ask = (name: string) =>
    gallery.get(
      name,
      async () => {
        drawn.push(name)
        return SVG
      },
      VISITOR,
    )
  const old = pictureName({ id: CHANGED, rev: 2 })
  const gone = pictureName({ id: GONE, rev: 4 })
  const names = [old, pictureName({ id: CHANGED, rev: 3 }), gone, pictureName({ id: OTHER, rev: 1 })]
  for (const name of names) await ask(name)
  await followPosts(bus, gallery)
  const userId = 'd'.repeat(24)
  for (const [index, told] of [
    { id: CHANGED, rev: 3 },
    { id: OTHER, rev: 1 },
    { id: GONE, rev: 5 },
  ].entries()) {
    await bus.publish({ id: String(index), subject: 'post.removed', data: { ...told, userId } })
  }
  const drawnAgain = async () => {
    await ask(gone)
    return drawn.filter((name) => name === gone).length
  }
  await expect.poll(drawnAgain, { timeout: 20_000 }).toBe(2)
  for (const name of names) await ask(name)
  expect(drawn).toEqual([...names, gone, old])
})
