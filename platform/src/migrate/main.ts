import { ConfigError } from '@aangan/service-kit/config'
import { isAppError } from '@aangan/service-kit/errors'
import type { Store } from '@aangan/service-kit/store/store'
import { prepareStore, readStorage } from '../storage.ts'
import { adoptProfiles } from './adopt.ts'
import { closeAll, openMigrated, STORE_OWNERS, type StoreOwner } from './stores.ts'

const stores: Partial<Record<StoreOwner, Store>> = {}
try {
  const storage = readStorage(process.env)
  await prepareStore(storage)
  for (const name of STORE_OWNERS) {
    const { store, run } = await openMigrated(storage.storeUrl, name)
    stores[name] = store
    const names = run.map((each) => `${each.number} (${each.name})`).join(', ')
    process.stdout.write(`${name}: ${run.length === 0 ? 'nothing to do' : `ran ${names}`}.\n`)
  }
  const { auth, users } = stores
  const adopted = auth && users ? await adoptProfiles({ auth, users }) : 0
  if (adopted > 0) process.stdout.write(`auth: created accounts for ${adopted} profiles without one.\n`)
} catch (error) {
  if (!isAppError(error) && !(error instanceof ConfigError)) throw error
  process.stderr.write(`migrate: ${error.message}\n`)
  process.exitCode = 1
} finally {
  await closeAll(stores)
}
