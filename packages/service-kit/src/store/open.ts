import type { Store } from './store.ts'

/**
 * Opens the store that a URL names: `sqlite:DIR` keeps it in the file `DIR/<name>.db`, `mongodb://…` in a MongoDB
 * database (the URL's own, or `aangan`). Each implementation is loaded only where it is used.
 *
 * @param name the service that opens it
 * @throws Error saying what is wrong with the URL, the file or the server
 */
export async function openStore(url: string, { name }: { name: string }): Promise<Store> {
  if (url.startsWith('sqlite:') && url.length > 'sqlite:'.length) {
    const { openSqliteStore } = await import('./sqlite/open.ts')
    return openSqliteStore(url.slice('sqlite:'.length), name)
  }
  if (/^mongodb(\+srv)?:\/\//.test(url)) {
    const { openMongoStore } = await import('./mongo.ts')
    return openMongoStore(url, name)
  }
  const scheme = url.split(':', 1)[0]
  throw new Error(`A store URL is sqlite:DIR or mongodb://HOST…, got one that begins with ${JSON.stringify(scheme)}`)
}
