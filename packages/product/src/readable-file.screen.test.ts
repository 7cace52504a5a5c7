import { expect, it } from 'vitest'
import { readableFile } from './readable-file.ts'
import { pictureNamed } from './testing/picture-named.ts'

it.each([
  ['by its name', 'IMG_1.HEIC', ''],
  ['by its type', 'IMG_1', 'image/heic'],
  ['as HEIF', 'IMG_1.heif', 'image/heif'],
])('HEIC known %s becomes a JPEG that is no larger than wanted', async (_how, name, type) => {
  const made = await readableFile(await pictureNamed(name, type), 100)
  const { width, height } = await createImageBitmap(made)
  expect([made.name, made.type, width, height]).toEqual(['IMG_1.jpg', 'image/jpeg', 100, 50])
  const bytes = new Uint8Array(await made.arrayBuffer())
  expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xd8])
})

it('is never enlarged', async () => {
  const { width } = await createImageBitmap(await readableFile(await pictureNamed('a.heic'), 1_000))
  expect(width).toBe(400)
})

it.each([
  ['HEIC that this browser cannot read', new File(['ftypheic'], 'IMG_1.HEIC')],
  ['any other picture', new File(['x'], 'a.jpg', { type: 'image/jpeg' })],
])('%s is sent as it is', async (_which, file) => {
  expect(await readableFile(file, 100)).toBe(file)
})
