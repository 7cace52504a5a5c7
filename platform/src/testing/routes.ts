import { SESSION_COOKIE } from '@aangan/contracts/account-constants'
import type { RawRequest } from '@aangan/service-kit/testing/raw-http'
import { NEW_LISTING } from './new-listing.ts'
import { PASSWORD, type Person, type SiteHere } from './site-here.ts'

/** The site, and the owner of the requested resource. */
export interface Subject {
  site: SiteHere
  owner: Person
}

interface Made {
  path?: string
  request?: Partial<RawRequest> & { json?: unknown }
}

export interface Route {
  /** Expected status for anonymous, another person, and the owner of the resource. */
  answers: [nobody: number, other: number, owner: number]
  query?: string
  /** Creates a fresh resource and returns how to request it. */
  make?: (subject: Subject) => Promise<Made>
  /** The request ends the session it is sent with. */
  endsSession?: boolean
}

const EVERYBODY: Route['answers'] = [200, 200, 200]
const SIGNED_IN: Route['answers'] = [401, 200, 200]

let created = 0
const anyName = () => `somebody.${++created}`

async function newListing({ site, owner: { cookie } }: Subject): Promise<string> {
  const { body } = await site.send({ method: 'POST', path: '/posts', headers: { cookie }, json: NEW_LISTING })
  return JSON.parse(body).id
}

const onListing =
  (path: string, json?: unknown) =>
  async (subject: Subject): Promise<Made> => ({
    path: path.replace('{id}', await newListing(subject)),
    request: { ...(json !== undefined && { json }) },
  })

const onOwner =
  (json?: unknown) =>
  async ({ owner: { id } }: Subject): Promise<Made> => ({
    path: `/users/${id}`,
    request: { ...(json !== undefined && { json }) },
  })

const withJson = (json: unknown) => async (): Promise<Made> => ({ request: { json } })

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const withPicture = async (): Promise<Made> => {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), PNG, Buffer.from('\r\n--x--\r\n')])
  return { request: { body, headers: { 'content-type': 'multipart/form-data; boundary=x' } } }
}

const onSession = async ({ site, owner: { cookie, username } }: Subject): Promise<Made> => {
  await site.signIn(username)
  const { body } = await site.send({ path: '/auth/sessions', headers: { cookie } })
  const sessions: { id: string; isCurrent: boolean }[] = JSON.parse(body)
  return { path: `/auth/sessions/${sessions.find(({ isCurrent }) => !isCurrent)?.id}` }
}

const onNewSearch = async (): Promise<Made> => ({ request: { json: { search: `city=Pune&minPrice=${++created}` } } })

const onSearch =
  (json?: unknown) =>
  async ({ site, owner: { cookie } }: Subject): Promise<Made> => {
    const { request } = await onNewSearch()
    const { body } = await site.send({ method: 'POST', path: '/users/searches', headers: { cookie }, ...request })
    return { path: `/users/searches/${JSON.parse(body).id}`, request: { ...(json !== undefined && { json }) } }
  }

/** A chat of the owner with a new person, who has sent one message. */
const onChat =
  (path: string, json?: unknown) =>
  async ({ site, owner }: Subject): Promise<Made> => {
    const { cookie } = await site.enter(anyName())
    const chat = await site.send({
      method: 'POST',
      path: '/chats',
      headers: { cookie },
      json: { receiverId: owner.id },
    })
    const { id, userIDs } = JSON.parse(chat.body)
    await site.send({ method: 'POST', path: `/messages/${id}`, headers: { cookie }, json: { text: 'Hello' } })
    const between = userIDs.join('/')
    return {
      path: path.replace('{id}', id).replace('{between}', between),
      request: { ...(json !== undefined && { json }) },
    }
  }

export const ROUTES: Record<string, Route> = {
  'POST /auth/register': {
    answers: [201, 201, 201],
    make: async () => {
      const username = anyName()
      return { request: { json: { username, email: `${username}@example.com`, password: PASSWORD } } }
    },
  },
  'POST /auth/login': {
    answers: EVERYBODY,
    make: withJson({ username: 'owner', password: PASSWORD }),
    endsSession: true,
  },
  'POST /auth/logout': { answers: EVERYBODY, endsSession: true },
  'POST /auth/forgot': { answers: EVERYBODY, make: withJson({ email: 'nobody@example.com' }) },
  'POST /auth/reset': { answers: [400, 400, 400], make: withJson({ token: SESSION_COOKIE, password: PASSWORD }) },
  'GET /auth/sessions': { answers: SIGNED_IN },
  'DELETE /auth/sessions/{id}': { answers: [401, 404, 200], make: onSession },

  'GET /posts': { answers: EVERYBODY },
  'POST /posts': { answers: [401, 201, 201], make: withJson(NEW_LISTING) },
  'GET /posts/{id}': { answers: EVERYBODY, make: onListing('/posts/{id}') },
  'PUT /posts/{id}': { answers: [401, 403, 200], make: onListing('/posts/{id}', { postData: { price: 1 } }) },
  'DELETE /posts/{id}': { answers: [401, 403, 200], make: onListing('/posts/{id}') },
  'POST /posts/{id}/reports': { answers: [201, 201, 201], make: onListing('/posts/{id}/reports', { reason: 'fraud' }) },
  'GET /posts/{id}/similar': { answers: EVERYBODY, make: onListing('/posts/{id}/similar') },
  'POST /posts/{id}/views': { answers: [204, 204, 204], make: onListing('/posts/{id}/views') },
  'GET /posts/{id}/views': { answers: [401, 403, 200], make: onListing('/posts/{id}/views') },
  'GET /posts/map': { answers: EVERYBODY, query: '?bbox=73,18,74,19&zoom=9' },
  'GET /posts/cities': { answers: EVERYBODY },
  'GET /posts/places': { answers: EVERYBODY },
  'GET /posts/sitemap': { answers: EVERYBODY },
  'GET /posts/sitemap/{page}': { answers: [404, 404, 404] },

  'GET /users': { answers: EVERYBODY },
  'GET /users/session': { answers: EVERYBODY },
  'GET /users/profilePosts': { answers: SIGNED_IN },
  'GET /users/saved': { answers: SIGNED_IN },
  'GET /users/notification': { answers: SIGNED_IN },
  'POST /users/save': {
    answers: SIGNED_IN,
    make: async (subject) => ({ request: { json: { postId: await newListing(subject) } } }),
  },
  'GET /users/searches': { answers: SIGNED_IN },
  'POST /users/searches': { answers: [401, 201, 201], make: onNewSearch },
  'PUT /users/searches/{id}': { answers: [401, 404, 200], make: onSearch({ alert: 'off' }) },
  'DELETE /users/searches/{id}': { answers: [401, 404, 200], make: onSearch() },
  // The token of a mail link is enough to stop; this token is unknown.
  'GET /users/searches/stop': { answers: [303, 303, 303] },
  'POST /users/searches/stop': { answers: [404, 404, 404], make: withJson({ token: SESSION_COOKIE }) },
  'POST /users/searches/start': { answers: [404, 404, 404], make: withJson({ token: SESSION_COOKIE }) },
  'GET /users/{id}': { answers: EVERYBODY, make: onOwner() },
  'PUT /users/{id}': { answers: [401, 403, 200], make: onOwner({ agent: null }) },

  'GET /chats': { answers: SIGNED_IN },
  'POST /chats': {
    answers: [401, 201, 400],
    make: async ({ owner: { id } }) => ({ request: { json: { receiverId: id } } }),
  },
  'GET /chats/{id}': { answers: [401, 404, 200], make: onChat('/chats/{id}') },
  'GET /chats/between/{userId}/{otherUserId}': { answers: [401, 403, 200], make: onChat('/chats/between/{between}') },
  'PUT /chats/read/{id}': { answers: [401, 404, 200], make: onChat('/chats/read/{id}') },
  'PUT /chats/block/{id}': { answers: [401, 404, 200], make: onChat('/chats/block/{id}', { isBlocked: true }) },
  'GET /chats/mails': { answers: SIGNED_IN },
  'PUT /chats/mails': { answers: SIGNED_IN, make: withJson({ isOn: true }) },
  'GET /chats/mails/stop': { answers: [303, 303, 303] },
  'POST /chats/mails/stop': { answers: [404, 404, 404], make: withJson({ token: SESSION_COOKIE }) },
  'POST /chats/mails/start': { answers: [404, 404, 404], make: withJson({ token: SESSION_COOKIE }) },
  'GET /messages/{chatId}': { answers: [401, 404, 200], make: onChat('/messages/{id}') },
  'POST /messages/{chatId}': { answers: [401, 404, 201], make: onChat('/messages/{id}', { text: 'Hello' }) },
  'POST /messages/{chatId}/reports': {
    answers: [401, 404, 201],
    make: onChat('/messages/{id}/reports', { rev: 1, reason: 'spam' }),
  },

  'POST /media/avatars': { answers: [401, 201, 201], make: withPicture },
  'POST /media/posts': { answers: [401, 201, 201], make: withPicture },
  'GET /media/drawings/{property}/{seed}/{file}': {
    answers: EVERYBODY,
    make: async () => ({ path: `/media/drawings/house/${'0'.repeat(24)}/0.svg` }),
  },
  'GET /media/share/site.jpg': { answers: EVERYBODY },
  'GET /media/share/{id}/{file}': { answers: EVERYBODY, make: onListing('/media/share/{id}/1.jpg') },
}
