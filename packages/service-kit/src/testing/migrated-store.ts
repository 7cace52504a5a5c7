import { type Migration, migrate } from '../store/migrations.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'

export async function openMigratedStore(
  url: string,
  { name, migrations }: { name: string; migrations: readonly Migration[] },
): Promise<Store> {
  const store = await openStore(url, { name })
  await migrate(name, store, migrations)
  return store
}
