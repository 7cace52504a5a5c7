import { ErrorBody } from '@aangan/contracts/errors'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import type { ListingDoc } from './listing.ts'
import type { Removals } from './removals.ts'
import { checkOwner, checkSignedIn } from './rules.ts'

export interface RemovalRoutes {
  load: (id: string) => Promise<ListingDoc>
  removals: Removals
  now: () => Date
}

const ById = Type.Object({ id: Type.String() })
const Done = Type.Object({ message: Type.String() })

export function addRemovalRoutes(app: App, { load, removals, now }: RemovalRoutes): void {
  const schema = { params: ById, response: { 200: Done, '4xx': ErrorBody } }
  app.delete('/posts/:id', { schema }, async ({ params, identity }) => {
    const { id: userId } = checkSignedIn(identity)
    const listing = await load(params.id)
    checkOwner(listing, userId)
    await removals.remove(listing._id, now())
    return { message: 'Post deleted' }
  })
}
