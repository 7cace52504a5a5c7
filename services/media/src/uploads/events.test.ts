import { drawingUrl, UPLOAD_LIMITS } from '@aangan/contracts/media'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jpeg } from '../testing/forms.ts'
import { type RunningMedia, startMedia } from '../testing/media.ts'

let media: RunningMedia
beforeAll(async () => {
  media = await startMedia()
})
afterAll(() => media.close())

describe('media.missing', () => {
  const ask = (urls: unknown) => media.bus.request('media.missing', { urls: urls as string[] }, { timeoutMs: 20_000 })

  it.each(Object.keys(UPLOAD_LIMITS) as (keyof typeof UPLOAD_LIMITS)[])(
    'names those of %s that nobody has',
    async (kind) => {
      const answer = await media.upload(await jpeg(50, 40), { as: 'a'.repeat(24), kind })
      const { url } = answer.json()
      const gone = [
        url.replace('50.webp', '51.webp'),
        url.replace(/[0-9a-f]{24}/, 'f'.repeat(24)),
        `/media/${kind}/home.webp`,
      ]
      const elsewhere = [drawingUrl('house', 'a1'), 'https://elsewhere.example/media/posts/a.webp']
      expect(await ask([url, ...gone, ...elsewhere])).toEqual(gone)
    },
  )

  it('accepts as many as a listing may have', async () => {
    const urls = Array<string>(51).fill('/media/posts/home.webp')
    expect(await ask(urls.slice(1))).toHaveLength(50)
    for (const wrong of [urls, '/media/posts/home.webp', [1]])
      await expect(ask(wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
