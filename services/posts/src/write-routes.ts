import { randomBytes } from 'node:crypto'
import { ErrorBody } from '@aangan/contracts/errors'
import { Post, PostBody, PostChange } from '@aangan/contracts/posts'
import { AppError } from '@aangan/service-kit/errors'
import { requireIdentity, signedInOnly } from '@aangan/service-kit/identity'
import type { RemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import { limitWrites } from './limits.ts'
import { changedListing, type ListingDoc, listingIdOf, newListing, type Owner, toPost } from './listing.ts'
import type { Load } from './load.ts'
import { checkOwner, checkPicturesSeen } from './rules.ts'
import type { PostStore } from './store.ts'

export interface PublishRoutes {
  posts: PostStore
  load: Load
  personOf: (userId: string) => Promise<Required<Owner> | string>
  checkPictures: (images: readonly string[]) => Promise<void>
  removed: Pick<RemovedAccounts, 'has'>
  now: () => Date
}

const refused = { '4xx': ErrorBody }
const ById = Type.Object({ id: Type.String() })
const Done = Type.Object({ message: Type.String() })
const ID_BYTES = 12

export function addWriteRoutes(app: App, { posts, load, personOf, checkPictures, removed, now }: PublishRoutes): void {
  const limit = limitWrites(now)

  /** The event of a change since the profile was read may have been handled before the listing was there. */
  async function renewOwner(listing: ListingDoc): Promise<void> {
    const owner = await personOf(listing.userId)
    if (typeof owner !== 'string') await posts.correctOwner(listing, owner)
  }

  /** The same for each repetition, until its listing is removed: a draft of it may be published again. */
  async function idFor(userId: string, clientId: string): Promise<string> {
    for (let round = 1; ; round += 1) {
      const id = listingIdOf(`published ${userId} ${clientId} ${round}`)
      if (!(await posts.isRemoved(id))) return id
    }
  }

  /** Their identity is valid for some minutes more. */
  async function refuseRemoved(userId: string): Promise<void> {
    if (await removed.has(userId)) throw new AppError('NOT_AUTHENTICATED', 'This account is deleted.')
  }

  const publish = { body: PostBody, response: { 200: Post, 201: Post, ...refused } }
  app.post('/posts', { schema: publish, preValidation: signedInOnly }, async (request, reply) => {
    const { id: userId } = requireIdentity(request)
    const { postData, postDetail, clientId } = request.body
    const id = clientId === undefined ? randomBytes(ID_BYTES).toString('hex') : await idFor(userId, clientId)
    const known = clientId === undefined ? null : await posts.find(id)
    if (known !== null) return toPost(known)
    const origin = { id, owner: await personOf(userId), now: now() }
    const listing = newListing({ ...postData, ...postDetail }, origin)
    const isFirst = await limit.publish(userId, async () => {
      await checkPictures(listing.images)
      await refuseRemoved(userId)
      return await posts.publish(listing)
    })
    // A repetition of this request was faster.
    if (!isFirst) return toPost(await load(id, userId))
    // Between the check and the write, their other listings may have been removed.
    await refuseRemoved(userId).catch(async (error: unknown) => {
      await posts.remove(listing._id, now())
      throw error
    })
    if (listing.owner !== null) await renewOwner(listing)
    reply.code(201)
    return toPost(listing)
  })

  const change = { params: ById, body: PostChange, response: { 200: Post, ...refused } }
  app.put('/posts/:id', { schema: change, preValidation: signedInOnly }, async (request) => {
    const { id: userId } = requireIdentity(request)
    const before = await load(request.params.id, userId)
    checkOwner(before, userId)
    const { _id, images } = before
    const added = request.body.postData?.images?.filter((url) => !images.includes(url)) ?? []
    const listing = await limit.change(userId, async () => {
      await checkPictures(added)
      return await posts.change(_id, (current) => {
        checkOwner(current, userId)
        checkPicturesSeen(current, request.body)
        return changedListing(current, request.body)
      })
    })
    return toPost(listing ?? (await load(request.params.id, userId)))
  })

  const remove = { params: ById, response: { 200: Done, ...refused } }
  app.delete('/posts/:id', { schema: remove }, async (request) => {
    const { id: userId } = requireIdentity(request)
    const { _id } = await load(request.params.id, userId)
    await posts.remove(_id, now(), (listing) => checkOwner(listing, userId))
    return { message: 'Post deleted' }
  })
}
