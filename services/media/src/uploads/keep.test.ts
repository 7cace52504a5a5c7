import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { expect, it } from 'vitest'
import { MEDIA_MIGRATIONS } from '../migrations.ts'
import { createEraser } from './erasing.ts'
import { openFiles } from './files.ts'
import { keepUpload } from './keep.ts'
import { createUploadStore } from './store.ts'

it('a picture whose owner is erased before its file is there leaves none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keep-'))
  const store = await openMigratedStore(`sqlite:${folder}`, { name: 'media', migrations: MEDIA_MIGRATIONS })
  const files = await openFiles(join(folder, 'media'))
  const uploads = createUploadStore({ store, now: () => new Date() })
  const userId = 'a'.repeat(24)
  const made = { files: [{ width: 320, bytes: Buffer.from('x') }], width: 320, height: 1 }
  const ids: string[] = []
  const late = {
    ...files,
    async keep(...args: Parameters<typeof files.keep>) {
      ids.push(args[1])
      await createEraser({ uploads, files })(userId)
      await files.keep(...args)
    },
  }
  const keeping = keepUpload({ files: late, uploads }, { kind: 'posts', userId, made })
  await expect(keeping).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' })
  const kept = await keepUpload({ files, uploads }, { kind: 'posts', userId, made })
  const isThere = (id = '') => files.has({ kind: 'posts', id, width: 320 })
  expect([isThere(ids[0]), isThere(kept)]).toEqual([false, true])
  await store.close()
  await rm(folder, { recursive: true })
})

it('a picture that cannot be stored does not count as one of the person', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keep-'))
  const store = await openMigratedStore(`sqlite:${folder}`, { name: 'media', migrations: MEDIA_MIGRATIONS })
  const files = await openFiles(join(folder, 'media'))
  const uploads = createUploadStore({ store, now: () => new Date() })
  await rm(join(folder, 'media', 'incoming'), { recursive: true })
  await writeFile(join(folder, 'media', 'incoming'), 'no folder')
  const userId = 'a'.repeat(24)
  const made = { files: [{ width: 320, bytes: Buffer.from('x') }], width: 320, height: 1 }
  const keeping = keepUpload({ files, uploads }, { kind: 'posts', userId, made })
  await expect(keeping).rejects.toMatchObject({ code: 'ENOTDIR' })
  expect(await uploads.unusedOf(userId, 10)).toEqual({ count: 0, bytes: 0 })
  await store.close()
  await rm(folder, { recursive: true })
})

it('a folder of pictures that was removed while it is in use makes the service unready', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keep-'))
  const files = await openFiles(join(folder, 'media'))
  await files.ping()
  await rm(join(folder, 'media'), { recursive: true })
  await expect(files.ping()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await rm(folder, { recursive: true })
})
