import { queryPlans } from '@aangan/service-kit/testing/query-plans'
import { expect, test } from 'vitest'
import { MEDIA_MIGRATIONS } from './migrations.ts'
import { createUploadStore } from './uploads/store.ts'

test('every query of the upload store uses an index', async () => {
  const now = () => new Date()
  const plans = await queryPlans({ name: 'media', migrations: MEDIA_MIGRATIONS }, async (store) => {
    const uploads = createUploadStore({ store, now })
    await uploads.unusedOf('u', 60)
    await uploads.setUses('post:a', ['x'], 1)
    for await (const upload of uploads.maybeUnused(now())) expect(upload).toBeUndefined()
    await uploads.leaving(['x'])
    await uploads.keepUsed({ _id: 'x', kind: 'posts', userId: 'u', createdAt: '', unusedSince: '' })
    await uploads.add({ _id: 'x', kind: 'posts', userId: 'u' })
    await uploads.keepUsedOf('u', 60)
    await uploads.pageOf('u', { after: '', limit: 60 })
    await uploads.forgetUses('x')
    await uploads.forgetUser('u')
  })
  expect(plans).toEqual([
    'uploads.userId_unusedSince (<expr>=? AND <expr>>?)',
    'heard._id (_id=?)',
    'uses._id (_id=?)',
    'uses.by (<expr>=?)',
    'uploads.unusedSince (<expr><?)',
    'uploads._id (_id=?)',
    'uses.uploadId (<expr>=?)',
    'uploads.userId__id (<expr>=? AND _id>?)',
  ])
})
