import { ErrorBody } from '@aangan/contracts/errors'
import { requireIdentity } from '@aangan/service-kit/identity'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import type { Load } from './load.ts'
import { checkOwner } from './rules.ts'
import type { PostStore } from './store.ts'

export interface RemovalRoutes {
  load: Load
  posts: PostStore
  now: () => Date
}

const ById = Type.Object({ id: Type.String() })
const Done = Type.Object({ message: Type.String() })

export function addRemovalRoutes(app: App, { load, posts, now }: RemovalRoutes): void {
  const schema = { params: ById, response: { 200: Done, '4xx': ErrorBody } }
  app.delete('/posts/:id', { schema }, async (request) => {
    const { id: userId } = requireIdentity(request)
    const { _id } = await load(request.params.id, userId)
    await posts.remove(_id, now(), (listing) => checkOwner(listing, userId))
    return { message: 'Post deleted' }
  })
}
