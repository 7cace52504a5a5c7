import { ConfigError } from '../config.ts'
import type { Store, StoreOptions } from './store.ts'

/**
 * `sqlite:DIR` is the file `DIR/<name>.db`, `mongodb://…` a database (the URL's own, or `aangan`). Throws a
 * ConfigError saying what is wrong with the URL, the file or the server.
 */
export async function openStore(url: string, { name, isPatient = false }: StoreOptions): Promise<Store> {
  if (url.startsWith('sqlite:') && url.length > 'sqlite:'.length) {
    const { openSqliteStore } = await import('./sqlite/open.ts')
    return openSqliteStore(url.slice('sqlite:'.length), name)
  }
  if (/^mongodb(\+srv)?:\/\//.test(url)) {
    const { openMongoStore } = await import('./mongo.ts')
    return openMongoStore(url, { name, isPatient })
  }
  const scheme = url.split(':', 1)[0]
  throw new ConfigError(`The store URL begins with ${JSON.stringify(scheme)}: use sqlite:DIR or mongodb://HOST…`)
}
