import { createRemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import { queryPlans } from '@aangan/service-kit/testing/query-plans'
import { expect, test } from 'vitest'
import { USERS_MIGRATIONS } from './migrations.ts'
import { createSearchStore } from './searches/search-store.ts'
import { createUserStore } from './store.ts'

const NOW = new Date()
const AFTER = { value: NOW.toISOString(), id: 'u' }

test('every query of the user store uses an index', async () => {
  const plans = await queryPlans({ name: 'users', migrations: USERS_MIGRATIONS }, async (store) => {
    const users = createUserStore(store)
    await users.find('u')
    await users.findMany(['u', 'v'])
    for (const agents of [false, true]) {
      await users.page({ agents, limit: 60, after: null })
      await users.page({ agents, limit: 60, after: AFTER })
    }
    await users.count({ agents: true, limit: 60, after: null })
    await users.picturesAmong([{ kind: 'avatars', id: 'a' }])
    await users.saved.of('u', 60)
    await users.saved.among('u', ['a', 'b'])
    await users.saved.forget('a', 60)
    await users.saved.page('u', { after: 'a', limit: 60 })
    await users.saved.forgetOf('u', 60)
    const searches = createSearchStore(store)
    await searches.of('u')
    await searches.remove('a', 'u')
    await searches.due(NOW, 60)
    await searches.mark(['Pune', 'Goa'], NOW)
    await searches.stops.sweep(NOW)
    await searches.stops.add({ _id: 's', searchId: 'a', userId: 'u', expiresAt: NOW.toISOString() })
    await searches.forgetOf('u', 60)
    await createRemovedAccounts(store).due(NOW)
    await createRemovedAccounts(store).among(['u'])
  })
  expect(plans).toEqual([
    'users._id (_id=?)',
    // The newest, up to a limit.
    'SCAN users USING INDEX users.createdAt__id',
    'users.createdAt__id (<expr>=? AND _id<?)',
    'users.createdAt__id (<expr><?)',
    'users.listed_createdAt__id (<expr>=?)',
    'users.listed_createdAt__id (<expr>=? AND <expr>=? AND _id<?)',
    'users.listed_createdAt__id (<expr>=? AND <expr><?)',
    'users.avatar (<expr>>? AND <expr><?)',
    'saved.userId_savedAt__id (<expr>=?)',
    'saved._id (_id=?)',
    'saved.postId (<expr>=?)',
    'saved.userId__id (<expr>=? AND _id>?)',
    'saved.userId__id (<expr>=?)',
    // As many as a person may save.
    'searches.userId_slot (<expr>=?), USE TEMP B-TREE FOR ORDER BY',
    'searches._id (_id=?)',
    'searches.due (<expr><?)',
    'searches.alert_place (<expr>=? AND <expr>=?)',
    'search-stops.expiresAt (<expr><?)',
    'search-stops.userId (<expr>=?)',
    'search-readers._id (_id=?)',
    'searches.userId_slot (<expr>=?)',
    'removed-accounts.eraseAt (<expr><?)',
    'removed-accounts._id (_id=?)',
  ])
})
