import { queryPlans } from '@aangan/service-kit/testing/query-plans'
import { expect, test } from 'vitest'
import { POSTS_MIGRATIONS } from './migrations.ts'
import { createReports } from './reports.ts'
import { createStored } from './search/stored.ts'
import { createSitemapStore } from './sitemap/store.ts'
import { createPostStore } from './store.ts'
import { createViews } from './views.ts'

const NOW = new Date()
const OWNER = { id: 'u', username: 'u', avatar: null }
const REPORT = { postId: 'a', reason: 'other', text: null, reporterId: null } as const
const POSITION = { createdAt: NOW.toISOString(), _id: 'a' }

test('the store of listings is asked by its indexes alone', async () => {
  const plans = await queryPlans({ name: 'posts', migrations: POSTS_MIGRATIONS }, async (store) => {
    const posts = createPostStore(store)
    await posts.find('a')
    await posts.findMany(['a', 'b'])
    await posts.ofOwner('u', 60)
    await posts.countLive('u')
    await posts.renewOwner(OWNER, 2, 60)
    await posts.pending()
    await posts.isRemoved('a')
    const stored = createStored(store)
    await stored.live().next()
    await stored.pending().next()
    await stored.count()
    const sitemap = createSitemapStore(store)
    await sitemap.behind(null, 60)
    await sitemap.behind(POSITION, 60)
    await sitemap.newestUpTo(null)
    await sitemap.newestUpTo(POSITION)
    await sitemap.boundaries(['1', '2'])
    const views = createViews(store)
    await views.of('a', NOW)
    await views.totals(['a', 'b'])
    await views.forget('a')
    const reports = createReports(store)
    await reports.add(REPORT, NOW)
    await reports.list({ state: 'open', limit: 60 })
    await reports.handleAll('a', NOW)
  })
  expect(plans).toEqual([
    'listings._id (_id=?)',
    'listings.owner_age (<expr>=?)',
    'listings.owner (<expr>=?)',
    'listings.owner (<expr>=? AND <expr><?)',
    'listings.outboxDue (<expr>>?)',
    'removals._id (_id=?)',
    'listings.live (<expr>=?)',
    'removals.outboxDue (<expr>>?)',
    'listings.live (<expr>=? AND <expr>=? AND _id>?)',
    'listings.live (<expr>=? AND <expr>>?)',
    'listings.live (<expr>=? AND <expr>=? AND _id<?)',
    'listings.live (<expr>=? AND <expr><?)',
    'sitemap-boundaries._id (_id=?)',
    'views._id (_id=?)',
    'views._id (_id>? AND _id<?)',
    'reports._id (_id=?)',
    'reports.postId_state (<expr>=? AND <expr>=?)',
    'reports.state_lastAt__id (<expr>=?)',
  ])
})
