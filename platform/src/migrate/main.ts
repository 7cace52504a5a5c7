import { ConfigError } from '@aangan/service-kit/config'
import { isAppError } from '@aangan/service-kit/errors'
import { prepareFolder, readStorage } from '../storage.ts'
import { KEEPERS, openMigrated } from './stores.ts'

try {
  const storage = readStorage(process.env)
  await prepareFolder(storage)
  for (const name of KEEPERS) {
    const { store, run } = await openMigrated(storage.storeUrl, name)
    await store.close()
    const names = run.map((each) => `${each.number} (${each.name})`).join(', ')
    process.stdout.write(`${name}: ${run.length === 0 ? 'nothing to do' : `ran ${names}`}.\n`)
  }
} catch (error) {
  if (!isAppError(error) && !(error instanceof ConfigError)) throw error
  process.stderr.write(`migrate: ${error.message}\n`)
  process.exitCode = 1
}
