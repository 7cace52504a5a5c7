import { createLog } from '@aangan/service-kit/log'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { POSTS_MIGRATIONS } from '../migrations.ts'
import { createPostStore } from '../store.ts'
import { startTallying } from '../tallies/tallying.ts'
import { randomFrom, randomListings } from './random-listings.ts'

/** A process that adds listings for ever, counts them, and prints how many are in: `tally-child.ts URL SEED`. */
const [url = '', seed = '0'] = process.argv.slice(2)
const store = await openMigratedStore(url, { name: 'posts', migrations: POSTS_MIGRATIONS })
const posts = createPostStore(store)
startTallying({ store, log: createLog({ level: 'warn' }), now: () => new Date() })
const random = randomFrom(Number(seed))
for (let added = 0; ; ) {
  added += await posts.add(randomListings(7, random))
  console.log(added)
}
