import { openStore } from '@aangan/service-kit/store/open'
import { newSqliteUrl } from '@aangan/service-kit/testing/sqlite-url'
import { expect, it, onTestFinished } from 'vitest'
import { jpeg } from '../testing/forms.ts'
import { startMedia } from '../testing/media.ts'
import { createRoomCheck, MOST_A_DAY } from './room.ts'
import { createUploadStore } from './store.ts'

const ASHA = 'a'.repeat(24)
/** More than any disk has. */
const NO_ROOM = { MEDIA_MIN_FREE_MB: String(1e12) }

it('uploads are refused while the disk has too little space, and everything else works', async () => {
  const media = await startMedia(NO_ROOM)
  onTestFinished(() => media.close())
  const answer = await media.upload(await jpeg(20, 20), { as: ASHA })
  expect([answer.statusCode, answer.json()]).toEqual([
    507,
    expect.objectContaining({
      code: 'UNAVAILABLE',
      message:
        'We cannot take new pictures at the moment. Everything else works: you can publish now and add pictures later.',
    }),
  ])
  for (const url of ['/healthz', '/media/drawings/house/a1/0.svg', '/media/share/site.jpg'])
    expect((await media.app.inject(url)).statusCode, url).toBe(200)
})

it('the free space of the disk is a metric', async () => {
  const media = await startMedia()
  onTestFinished(() => media.close())
  const metric = await media.metrics.registry.getSingleMetric('media_disk_free_bytes')?.get()
  expect(metric?.values[0]?.value).toBeGreaterThan(1e6)
  expect((await media.upload(await jpeg(20, 20), { as: ASHA })).statusCode).toBe(201)
})

it('a person uploads so many pictures a day, not counting those that an outage stops, and others theirs', async () => {
  const store = await openStore(await newSqliteUrl(), { name: 'media' })
  onTestFinished(() => store.close())
  const uploads = createUploadStore({ store, now: () => new Date() })
  const files = { folder: '', freeBytes: async () => 1, ping: async () => {} }
  const check = createRoomCheck({ files, uploads, minFreeBytes: 0 })
  const upload = async () => {}
  const fail = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  await expect(check(ASHA, fail)).rejects.toThrow('no space left')
  for (let count = 0; count < MOST_A_DAY; count += 1) await check(ASHA, upload)
  await expect(check(ASHA, upload)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringMatching(/^You have uploaded very many pictures today\. Try again in \d+ hours?\.$/),
  })
  await check('b'.repeat(24), upload)
})
