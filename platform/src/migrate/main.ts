import type { Store } from '@aangan/service-kit/store/store'
import type { StoreOwner } from '../services.ts'
import { checkFilesOf } from '../site-files.ts'
import { prepareStore, readStorage } from '../storage.ts'
import { reportFailure } from '../tool.ts'
import { adoptProfiles } from './adopt.ts'
import { closeAll, openMigrated, STORE_OWNERS } from './stores.ts'

const stores: Partial<Record<StoreOwner, Store>> = {}
try {
  const storage = readStorage(process.env)
  await prepareStore(storage)
  await checkFilesOf(storage)
  for (const name of STORE_OWNERS) {
    const tell = (line: string) => void process.stdout.write(`${name}: ${line}.\n`)
    const { store, run } = await openMigrated(storage.storeUrl, name, { isPatient: true, tell })
    stores[name] = store
    const names = run.map((each) => `${each.number} (${each.name})`).join(', ')
    process.stdout.write(`${name}: ${run.length === 0 ? 'nothing to do' : `ran ${names}`}.\n`)
  }
  const { auth, users } = stores
  const adopted = auth && users ? await adoptProfiles({ auth, users }) : 0
  if (adopted > 0) process.stdout.write(`auth: created accounts for ${adopted} profiles without one.\n`)
} catch (error) {
  reportFailure('migrate', error)
} finally {
  await closeAll(stores)
}
