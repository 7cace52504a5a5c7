import { type Migration, migrate, verifyMigrations } from '@aangan/service-kit/store/migrations'
import { openStore } from '@aangan/service-kit/store/open'
import type { Store } from '@aangan/service-kit/store/store'
import { MIGRATIONS, type StoreOwner } from '../services.ts'

export const STORE_OWNERS = Object.keys(MIGRATIONS) as StoreOwner[]

/** Opens a store and runs pending migrations. Throws a ConfigError if a newer release has migrated it. */
export async function openMigrated(
  storeUrl: string,
  name: StoreOwner,
  { tell, ...options }: { isPatient?: boolean; tell?: (line: string) => void } = {},
): Promise<{ store: Store; run: Migration[] }> {
  const opening = { name, ...options }
  return await openThen(storeUrl, opening, async (store) => ({
    store,
    run: await migrate(name, store, MIGRATIONS[name], tell),
  }))
}

/** Opens a store without migrating. Throws a ConfigError if another release has migrated it. */
async function openVerified(storeUrl: string, name: StoreOwner): Promise<Store> {
  return await openThen(storeUrl, { name, isPatient: true }, async (store) => {
    await verifyMigrations(name, store, MIGRATIONS[name])
    return store
  })
}

/** Opens stores without migrating, as `openVerified` does, and closes them all after `work` or once one is refused. */
export async function withStores<N extends StoreOwner, R>(
  storeUrl: string,
  names: readonly N[],
  work: (stores: Record<N, Store>) => Promise<R>,
): Promise<R> {
  const stores: Partial<Record<N, Store>> = {}
  try {
    for (const name of names) stores[name] = await openVerified(storeUrl, name)
    return await work(stores as Record<N, Store>)
  } finally {
    await closeAll(stores)
  }
}

/** An open store on MongoDB keeps its process alive. */
export async function closeAll(stores: Partial<Record<StoreOwner, Store>>): Promise<void> {
  await Promise.all(Object.values(stores).map((store) => store.close()))
}

async function openThen<R>(
  storeUrl: string,
  options: { name: StoreOwner; isPatient?: boolean },
  work: (store: Store) => Promise<R>,
): Promise<R> {
  const store = await openStore(storeUrl, options)
  try {
    return await work(store)
  } catch (error) {
    await store.close()
    throw error
  }
}
