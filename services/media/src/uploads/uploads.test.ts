import { randomBytes } from 'node:crypto'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { srcsetOf, UPLOAD_LIMITS, type UploadKind } from '@aangan/contracts/media'
import { UploadedPicture } from '@aangan/contracts/uploads'
import sharp, { type JpegOptions } from 'sharp'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOUNDARY, jpeg } from '../testing/forms.ts'
import { type RunningMedia, type Sent, startMedia } from '../testing/media.ts'
import { encodeWidths } from './picture.ts'
import { createUploadStore } from './store.ts'

const ASHA = 'a'.repeat(24)
let media: RunningMedia
beforeAll(async () => {
  media = await startMedia()
})
afterAll(() => media.close())

/** 16 by 16 pixels in one colour, as libheif with x265 writes them. */
const HEIC =
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAXxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAABoAABAAAAAAAAACUAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRtAAAAAAABAAAA/GlwcnAAAADcaXBjbwAAAHVodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQGEAAQApQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqrprm4CGgwIAAAAyAAAADAIRiAAEABkQBwXPBiQAAABNjb2xybmNseAABAA0ABoAAAAAUaXNwZQAAAAAAAABAAAAAQAAAAChjbGFwAAAAEAAAAAEAAAAQAAAAAf///9AAAAAC////0AAAAAIAAAAQcGl4aQAAAAADCAgIAAAAGGlwbWEAAAAAAAAAAQABBYECAwWEAAAALW1kYXQAAAAhKAGvBBITDOD46cJoP+WCoXaVeT9oqyvjSZ93sRiSqf+g'

/** The header of a PNG of this size: by default 8 bits, no transparency, not interlaced. */
function pngOf(width: number, height: number, [bits = 8, colour = 2, interlaced = 0]: number[] = []): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([bits, colour, 0, 0, interlaced], 8)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(1_000)))
  return Buffer.concat([signature, chunk('IHDR', size), pixels, chunk('IEND', Buffer.alloc(0))])
}

/** With details everywhere, so that each row takes some bytes. */
function photo(options: JpegOptions): Promise<Buffer> {
  const [width, height] = [600, 450]
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * at) % 251))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg(options)
    .toBuffer()
}

async function folderBytes(folder: string): Promise<number> {
  const files = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size)
  return (await Promise.all(files)).reduce((sum, size) => sum + size, 0)
}

const upload = (bytes: Buffer, sent?: Sent) => media.upload(bytes, { as: ASHA, ...sent })

async function uploaded(width = 2_000, height = 1_000, kind: UploadKind = 'posts'): Promise<UploadedPicture> {
  const answer = await upload(await jpeg(width, height), { kind })
  expect(answer.statusCode, answer.body).toBe(201)
  expect(Value.Errors(UploadedPicture, answer.json())).toEqual([])
  return answer.json()
}

async function pictureAt(url: string) {
  const answer = await media.app.inject(url)
  expect(answer.statusCode, url).toBe(200)
  return { answer, ...(await sharp(answer.rawPayload).metadata()) }
}

describe('an uploaded picture', () => {
  it('has several widths, cacheable forever', async () => {
    const { url, width, height, srcset } = await uploaded()
    expect(url).toMatch(/^\/media\/posts\/[0-9a-f]{24}\/1600\.webp$/)
    expect([width, height]).toEqual([1600, 800])
    const widths = srcset.split(', ').map((each) => each.split(' '))
    expect(widths.map(([, name]) => name)).toEqual(['320w', '640w', '1024w', '1600w'])
    for (const [address = '', name = ''] of widths) {
      const found = await pictureAt(address)
      expect([found.format, `${found.width}w`]).toEqual(['webp', name])
      expect(found.answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
      })
    }
    expect(srcsetOf(url)).toBe(srcset)
  })

  it('is never enlarged', async () => {
    const { url, width, srcset } = await uploaded(400, 300)
    expect([width, url.split('/').at(-1), srcset.split(', ').length]).toEqual([400, '400.webp', 2])
    expect((await uploaded(50, 40, 'avatars')).srcset).toMatch(/\/50\.webp 50w$/)
  })

  it('is upright and has no location', async () => {
    const taken = await sharp(await jpeg(600, 400))
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '18/1 31/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(taken).metadata()).orientation).toBe(6)
    const answer = await upload(taken)
    expect(answer.statusCode, answer.body).toBe(201)
    expect([answer.json().width, answer.json().height]).toEqual([400, 600])
    const found = await pictureAt(answer.json().url)
    expect([found.width, found.height, found.exif, found.orientation]).toEqual([400, 600, undefined, undefined])
  })

  it.each(['png', 'webp', 'gif', 'avif'] as const)('may be %s, whatever its name says', async (format) => {
    const bytes = await sharp(await jpeg(80, 60))
      .toFormat(format)
      .toBuffer()
    expect((await upload(bytes, { name: 'home.txt' })).statusCode).toBe(201)
  })

  it.each([
    ['a tall screenshot', 1_600, 16_383, [300, 3_072]],
    ['a thread', 1, 20_000, [1, 3_072]],
    ['a line', 20_000, 1, [1_600, 1]],
  ])('is shrunk to a size that is encoded soon: %s', async (_what, width, height, kept) => {
    const png = await sharp({ create: { width, height, channels: 3, background: '#0f5c4d' } })
      .png()
      .toBuffer()
    const answer = await upload(png)
    expect(answer.statusCode, answer.body).toBe(201)
    expect([answer.json().width, answer.json().height]).toEqual(kept)
    const found = await pictureAt(answer.json().url)
    expect([found.width, found.height]).toEqual(kept)
  })

  it('keeps its transparency', async () => {
    const png = await sharp({ create: { width: 700, height: 500, channels: 4, background: '#0f5c4d80' } })
      .png()
      .toBuffer()
    const answer = await upload(png)
    const { data } = await sharp((await pictureAt(answer.json().url)).answer.rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 4)].map((value) => Math.round(value / 8))).toEqual([2, 12, 10, 16])
  })

  it.each([
    ['its end marker', 2, {}],
    ['half of its end marker', 1, {}],
    ['the end marker of one sent in several scans', 2, { progressive: true }],
  ])('may be a JPEG without %s', async (_what, missing, options: JpegOptions) => {
    const whole = await photo(options)
    expect(whole.subarray(-2).toString('hex')).toBe('ffd9')
    const [cut, complete] = await Promise.all([upload(whole.subarray(0, -missing)), upload(whole)])
    expect([cut.statusCode, cut.body]).toEqual([201, expect.stringContaining('srcset')])
    const pixels = async (answer: typeof cut) => (await pictureAt(answer.json().url)).answer.rawPayload
    expect(await pixels(cut)).toEqual(await pixels(complete))
  })

  it('may be a JPEG with bytes that do not belong there', async () => {
    const whole = await photo({ progressive: true })
    const answer = await upload(Buffer.concat([whole.subarray(0, -2), Buffer.from('extra'), whole.subarray(-2)]))
    expect([answer.statusCode, answer.body]).toEqual([201, expect.stringContaining('srcset')])
  })

  it('leaves no files but its widths', async () => {
    await uploaded()
    expect(await readdir(join(media.files, 'incoming'))).toEqual([])
  })
})

describe('is rejected with the reason:', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  )

  it.each([
    ['SVG', svg],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['text', Buffer.from('no picture at all')],
    ['nothing', Buffer.alloc(0)],
    ['PDF', Buffer.from('%PDF-1.4 …')],
  ])('%s with the name of a JPEG', async (_what, bytes) => {
    const answer = await upload(bytes)
    expect(answer.statusCode).toBe(415)
    expect(answer.json()).toMatchObject({ message: expect.stringContaining('Send JPEG, PNG or WebP') })
  })

  it.each([
    ['its second half', 0.5, {}],
    ['its last tenth', 0.1, {}],
    ['its last rows', 0.02, {}],
    ['the last rows of unreduced colours', 0.02, { chromaSubsampling: '4:4:4' }],
    ['its finest details', 0.02, { progressive: true }],
  ])('a picture that was cut off: without %s', async (_what, share, options: JpegOptions) => {
    const whole = await photo(options)
    const rest = whole.subarray(0, Math.floor(whole.length * (1 - share)))
    for (const bytes of [rest, Buffer.concat([rest, whole.subarray(-2)])]) {
      const answer = await upload(bytes)
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        'This picture is damaged or was cut off. Try another copy of it.',
      ])
    }
  })

  it('HEIC of a phone, with what to do', async () => {
    const answer = await upload(Buffer.from(HEIC, 'base64'))
    expect([answer.statusCode, answer.json().message]).toEqual([
      415,
      'This picture is in a format that we cannot read (HEIC). Save it as JPEG first.',
    ])
  })

  it('one of hundreds of unused uploads', async () => {
    const uploads = createUploadStore(media)
    const person = 'c'.repeat(24)
    for (let at = 0; at < 300; at += 1) await uploads.add({ _id: `many${at}`, kind: 'posts', userId: person })
    const answer = await upload(await jpeg(20, 20), { as: person })
    expect([answer.statusCode, answer.json().code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    await uploads.remove('many7')
    expect((await upload(await jpeg(20, 20), { as: person })).statusCode).toBe(201)
    expect((await upload(await jpeg(20, 20), { as: person })).statusCode).toBe(429)
    // Those in a published listing still look unused, until they are a day old.
    await uploads.setUses('post:1', ['many8', 'many9'], 1)
    expect((await upload(await jpeg(20, 20), { as: person })).statusCode).toBe(201)
    expect(await uploads.unusedOf(person, 300)).toMatchObject({ count: 299 })
  })

  it('one more when the unused uploads of a person take 100 MB, until they are in a listing', async () => {
    const uploads = createUploadStore(media)
    const person = 'd'.repeat(24)
    const url = (await upload(await jpeg(1_600, 1_200), { as: person })).json().url as string
    const { bytes } = await uploads.unusedOf(person, 2)
    expect(bytes).toBe(await folderBytes(join(media.files, 'posts', url.split('/')[3] ?? '')))
    await uploads.add({ _id: 'huge', kind: 'posts', userId: person, bytes: 100_000_000 - bytes })
    const answer = await upload(await jpeg(20, 20), { as: person })
    expect([answer.statusCode, answer.json().message]).toEqual([
      429,
      'You have uploaded many pictures that are not in a listing. Publish the listing that they are for, or try again tomorrow: we delete unused pictures after a day.',
    ])
    await uploads.setUses('post:1', ['huge'], 1)
    expect((await upload(await jpeg(20, 20), { as: person })).statusCode).toBe(201)
  })

  it('a picture of a gigapixel, though its file is small', async () => {
    const huge = pngOf(32_000, 32_000)
    const answer = await upload(huge)
    expect([answer.statusCode, answer.json().message]).toEqual([
      413,
      'This picture has more than 50 megapixels. Send a smaller one.',
    ])
  })

  it.each([
    ['16 bits per colour', [16, 6, 0], 5_100],
    ['interlaced', [8, 6, 1], 5_100],
    ['both', [16, 6, 1], 3_600],
  ])('a picture that takes too much memory: %s', async (_what, kind, side) => {
    const answer = await upload(pngOf(side, side, kind))
    expect([answer.statusCode, answer.json().message]).toEqual([
      413,
      'This picture has too much detail to be opened here. Save it as JPEG, or send a smaller one.',
    ])
    expect((await upload(pngOf(5_100, 5_100))).json().message).toContain('damaged')
  })

  it('a progressive JPEG that takes too much memory', async () => {
    const small = sharp({ create: { width: 16, height: 16, channels: 3, background: '#0f5c4d' } })
    const picture = await small.jpeg({ progressive: true }).toBuffer()
    // Marker, length and bits per sample come before the size.
    const size = picture.indexOf('ffc2', 'hex') + 5
    picture.writeUInt16BE(6_300, size)
    picture.writeUInt16BE(8_000, size + 2)
    const answer = await upload(picture)
    expect([answer.statusCode, answer.json().message]).toEqual([
      413,
      'This picture has more than 50 megapixels. Send a smaller one.',
    ])
  })

  it('an AVIF that takes too much memory', async () => {
    const white = { width: 3_700, height: 3_600, channels: 3, background: '#fff' } as const
    const picture = await sharp({ create: white }).avif({ effort: 0, quality: 1 }).toBuffer()
    const answer = await upload(picture)
    expect([answer.statusCode, answer.json().message]).toEqual([
      413,
      'This picture has more than 13 megapixels. Send a smaller one.',
    ])
  })

  it('a picture that takes too long to encode', async () => {
    const [width, height] = [1_600, 3_072]
    const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    const file = join(media.files, 'noise.jpg')
    await writeFile(file, await noise.jpeg({ quality: 50 }).toBuffer())
    await expect(encodeWidths(file, 'posts', 0.2)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: 'This picture has too much detail to be opened here. Save it as JPEG, or send a smaller one.',
    })
  })

  it.each(['../../etc/passwd', '/etc/passwd', '..\\\\windows', 'a/b.jpg'])('a path in the name: %s', async (name) => {
    const answer = await upload(await jpeg(20, 20), { name })
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'The file name contains a path. Send the name only.',
    ])
  })

  it.each(['avatars', 'posts'] as const)(
    'more bytes than %s may have',
    async (kind) => {
      const noise = Buffer.alloc(UPLOAD_LIMITS[kind] + 1, 7)
      const answer = await upload(noise, { kind })
      expect(answer.statusCode).toBe(413)
      expect(answer.json().message).toContain(`larger than ${kind === 'avatars' ? 2 : 15} MB`)
      const just = Buffer.concat([await jpeg(30, 30), Buffer.alloc(UPLOAD_LIMITS[kind])]).subarray(
        0,
        UPLOAD_LIMITS[kind],
      )
      expect((await upload(just, { kind })).statusCode).toBe(201)
    },
    60_000,
  )

  it('a visitor’s upload, and a form without a picture', async () => {
    expect((await upload(await jpeg(20, 20), { as: null })).statusCode).toBe(401)
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...media.signedIn(ASHA) }
    const text = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="folder"\r\n\r\nposts\r\n--${BOUNDARY}--\r\n`
    const send = (payload: string, type = headers['content-type']) =>
      media.app.inject({ method: 'POST', url: '/media/posts', headers: { ...headers, 'content-type': type }, payload })
    expect((await send(text)).json().message).toBe('The form has no picture. Send one in the field "file".')
    expect((await send('{}', 'application/json')).statusCode).toBe(415)
    expect((await send('x', 'image/jpeg')).statusCode).toBe(415)
  })

  it('an unknown URL', async () => {
    const { url } = await uploaded(50, 50)
    for (const address of [url.replace('50.webp', '51.webp'), url.replace('.webp', '.png'), '/media/posts/x/50.webp'])
      expect((await media.app.inject(address)).statusCode, address).toBe(404)
  })
})

it('lets nobody fill the queue alone', async () => {
  const picture = await jpeg(1_600, 1_200)
  const sevenAtOnce = await Promise.all(Array.from({ length: 7 }, () => upload(picture)))
  expect(sevenAtOnce.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, 201, 201, 201, 429])
  expect((await upload(picture)).statusCode).toBe(201)
})

it.each([
  ['one account', () => ASHA],
  ['many accounts', (n: number) => `${n}`.padStart(24, 'a')],
])('decodes one picture of an address at a time, so that others need not wait: %s', async (_what, accountOf) => {
  const [large, small] = [await jpeg(1_600, 1_200), await jpeg(20, 20)]
  const done: string[] = []
  const send = async (picture: Buffer, as: string, address: string) => {
    const answer = await upload(picture, { as, headers: { 'x-forwarded-for': address } })
    expect(answer.statusCode).toBe(201)
    done.push(address)
  }
  const six = Array.from({ length: 6 }, (_, n) => send(large, accountOf(n), '1.1.1.1'))
  await Promise.race(six)
  await Promise.all([...six, send(small, 'b'.repeat(24), '2.2.2.2')])
  expect(done.indexOf('2.2.2.2')).toBeLessThan(3)
})
