import { queryPlans } from '@aangan/service-kit/testing/query-plans'
import { expect, test } from 'vitest'
import { POSTS_MIGRATIONS } from './migrations.ts'
import { createReports } from './reports.ts'
import { createStoreReader } from './search/store-reader.ts'
import { createSitemap } from './sitemap.ts'
import { createPostStore } from './store.ts'
import { createViews } from './views.ts'

const NOW = new Date()
const OWNER = { id: 'u', username: 'u', avatar: null }
const REPORT = { postId: 'a', reason: 'other', text: null, reporterId: null } as const

test('every query of the listing store uses an index', async () => {
  const plans = await queryPlans({ name: 'posts', migrations: POSTS_MIGRATIONS }, async (store) => {
    const posts = createPostStore(store)
    await posts.find('a')
    await posts.findMany(['a', 'b'])
    await posts.ofOwner('u', { skip: 0, limit: 60 }).next()
    await posts.countLive('u')
    await posts.renewOwner(OWNER, 2)
    await posts.removeOf('u', 60, NOW)
    await posts.pageOfOwner('u', { createdAt: NOW.toISOString(), id: 'a' }, 60)
    await posts.pending()
    await posts.isRemoved('a')
    await posts.picturesAmong([{ kind: 'posts', id: 'a' }])
    const stored = createStoreReader(store)
    await stored.live().next()
    for await (const changes of stored.pending()) expect(changes).toEqual([])
    await stored.count()
    const divide = () => Promise.resolve({ newest: [], more: [1] })
    const lines = () => Promise.resolve('')
    await createSitemap({ search: { divide, lines }, store }).pages()
    const views = createViews(store)
    await views.of('a', NOW)
    await views.totals(['a', 'b'])
    await views.forget('a')
    const reports = createReports(store)
    await reports.add(REPORT, NOW)
    await reports.list({ state: 'open', limit: 60 })
    await reports.handleAll('a', NOW)
    await reports.of('u')
    await reports.forgetReporter('u', 60)
    await reports.forgetPost('a')
  })
  expect(plans).toEqual([
    'listings._id (_id=?)',
    'listings.owner_age (<expr>=?)',
    'listings.status_owner (<expr>=? AND <expr>=?)',
    'listings.owner_age (<expr>=? AND <expr>=? AND _id>?)',
    'listings.owner_age (<expr>=? AND <expr>>?)',
    'batches.outboxDue (<expr><?)',
    'removals._id (_id=?)',
    'pictures._id (_id>? AND _id<?)',
    'listings.status_owner (<expr>=?)',
    'listings.outboxDue (<expr>>?)',
    // Unpublished batches.
    'SCAN batches',
    'removals.outboxDue (<expr>>?)',
    // A few hundred at most.
    'SCAN sitemap-boundaries USING INDEX sitemap-boundaries._id',
    'sitemap-boundaries._id (_id=?)',
    'views._id (_id=?)',
    'views._id (_id>? AND _id<?)',
    'reports._id (_id=?)',
    'reports.postId_state (<expr>=? AND <expr>=?)',
    'reports.state_lastAt__id (<expr>=?)',
    'reports.reporterId (<expr>=?)',
    'reports.postId_state (<expr>=?)',
  ])
})
