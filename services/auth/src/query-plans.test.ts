import { queryPlans } from '@aangan/service-kit/testing/query-plans'
import { expect, test } from 'vitest'
import { AUTH_MIGRATIONS } from './migrations.ts'
import { createAuthStore } from './store.ts'

const NOW = new Date()

test('all queries of the store use an index', async () => {
  const plans = await queryPlans({ name: 'auth', migrations: AUTH_MIGRATIONS }, async (store) => {
    const auth = createAuthStore(store)
    await auth.find('u')
    await auth.findMany(['u', 'v'])
    await auth.findByName('meera')
    await auth.findConfirmed('meera@example.com')
    await auth.findForSignIn('meera@example.com')
    await auth.sessions.findMany(['a', 'b'], NOW)
    await auth.sessions.ofUser('u', NOW)
    await auth.devices.isKnown('a')
    await auth.devices.removeOf('u')
    await auth.resets.removeOf('u')
    await auth.confirmations.removeOf('u')
    await auth.undos.of('u')
    await auth.undos.unsent(NOW, 1)
    await auth.unsentMails.due(NOW, 1)
    await auth.sweep(NOW)
    await auth.eraseOf('u')
    await auth.devices.of('u')
    await auth.refuseName('meera', null, NOW)
  })
  expect(plans).toEqual([
    'accounts._id (_id=?)',
    'accounts.usernameKey (<expr>=?)',
    'accounts.emailKey (<expr>=?)',
    'accounts.email_createdAt (<expr>=?)',
    'sessions._id (_id=?)',
    'sessions.userId_createdAt (<expr>=?)',
    'devices._id (_id>? AND _id<?)',
    'devices.userId (<expr>=?)',
    'resets.userId (<expr>=?)',
    'confirmations.userId (<expr>=?)',
    'undos.userId (<expr>=?)',
    'undos.mailDue (<expr><?)',
    'unsent-mails.mailDue (<expr><?)',
    'sessions.expiresAt (<expr><?)',
    'devices.expiresAt (<expr><?)',
    'resets.expiresAt (<expr><?)',
    'confirmations.expiresAt (<expr><?)',
    'undos.expiresAt (<expr><?)',
    'attempts.expiresAt (<expr><?)',
    'freed-names.expiresAt (<expr><?)',
    'unsent-mails.expiresAt (<expr><?)',
    'freed-names.userId (<expr>=?)',
    'accounts.lookKey_unique (<expr>>? AND <expr><?)',
    'freed-names._id (_id=?)',
  ])
})
