import type { Post } from '@aangan/contracts/posts'
import type { UploadedPicture } from '@aangan/contracts/uploads'
import sharp from 'sharp'
import { NEW_LISTING } from './new-listing.ts'

const PASSWORD = 'correct horse battery'

/**
 * Registers a person who publishes `count` homes of this city, each with a picture of 2000 × 1500 pixels that takes about
 * the bytes of a photograph. Throws if a call fails.
 */
export async function publishPhotographs(
  url: string,
  { username, city, count }: { username: string; city: string; count: number },
): Promise<Post[]> {
  const call = async (path: string, body: object, cookie = '') => {
    const isForm = body instanceof FormData
    const headers = { cookie, ...(!isForm && { 'content-type': 'application/json' }) }
    const answer = await fetch(url + path, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) })
    if (!answer.ok) throw new Error(`POST ${path} returned ${answer.status}: ${await answer.text()}`)
    return answer
  }
  await call('/auth/register', { username, email: `${username}@example.com`, password: PASSWORD })
  const entered = await call('/auth/login', { username, password: PASSWORD })
  const cookie = entered.headers.get('set-cookie')?.match(/token=[\w-]+/)?.[0]
  const file = new Blob([new Uint8Array(await photograph())], { type: 'image/jpeg' })
  const posts: Post[] = []
  for (let at = 0; at < count; at += 1) {
    const form = new FormData()
    form.append('file', file, 'home.jpg')
    const { url: image } = (await (await call('/media/posts', form, cookie)).json()) as UploadedPicture
    const postData = { ...NEW_LISTING.postData, title: `Home ${at + 1}`, city, images: [image] }
    posts.push((await (await call('/posts', { ...NEW_LISTING, postData }, cookie)).json()) as Post)
  }
  return posts
}

/** Noise of several sizes, as in nature: large shapes are stronger than fine ones. */
async function photograph(): Promise<Buffer> {
  const [width, height] = [2_000, 1_500]
  const layers = [8, 40, 200, 1_000].map(async (across, at) => {
    const size = { width: across, height: Math.round(across * 0.75) }
    const noise = { type: 'gaussian', mean: 128, sigma: 60 / (at + 1) } as const
    const grains = sharp({ create: { ...size, channels: 3, background: '#888', noise } })
    return await sharp(await grains.png().toBuffer())
      .resize(width, height)
      .png()
      .toBuffer()
  })
  const [base, ...finer] = await Promise.all(layers)
  return await sharp(base)
    .composite(finer.map((input) => ({ input, blend: 'soft-light' })))
    .jpeg({ quality: 85 })
    .toBuffer()
}
