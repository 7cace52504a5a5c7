import type { RawRequest } from '@aangan/service-kit/testing/raw-http'
import { NEW_LISTING } from './new-listing.ts'
import type { Person, SiteHere } from './site-here.ts'

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
  /** Expected status for a visitor, another person, and the owner of the resource. */
  answers: [visitor: number, other: number, owner: number]
  query?: string
  /** Creates a fresh resource and returns how to request it. */
  make?: (subject: Subject) => Promise<Made>
  /** The request ends the session it is sent with. */
  endsSession?: boolean
}

export const EVERYBODY: Route['answers'] = [200, 200, 200]
export const SIGNED_IN: Route['answers'] = [401, 200, 200]

let created = 0
export const anyName = () => `somebody.${++created}`

export async function newListing({ site, owner: { cookie } }: Subject): Promise<string> {
  const { body } = await site.send({ method: 'POST', path: '/posts', headers: { cookie }, json: NEW_LISTING })
  return JSON.parse(body).id
}

export const onListing =
  (path: string, json?: unknown) =>
  async (subject: Subject): Promise<Made> => ({
    path: path.replace('{id}', await newListing(subject)),
    request: { ...(json !== undefined && { json }) },
  })

export const onOwner =
  (json?: unknown) =>
  async ({ owner: { id } }: Subject): Promise<Made> => ({
    path: `/users/${id}`,
    request: { ...(json !== undefined && { json }) },
  })

export const withJson = (json: unknown) => async (): Promise<Made> => ({ request: { json } })

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const withPicture = async (): Promise<Made> => {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), PNG, Buffer.from('\r\n--x--\r\n')])
  return { request: { body, headers: { 'content-type': 'multipart/form-data; boundary=x' } } }
}

export const onSession = async ({ site, owner: { cookie, username } }: Subject): Promise<Made> => {
  await site.signIn(username)
  const { body } = await site.send({ path: '/auth/sessions', headers: { cookie } })
  const sessions: { id: string; isCurrent: boolean }[] = JSON.parse(body)
  return { path: `/auth/sessions/${sessions.find(({ isCurrent }) => !isCurrent)?.id}` }
}

export const onNewSearch = async (): Promise<Made> => ({
  request: { json: { search: `city=Pune&minPrice=${++created}` } },
})

export const onSearch =
  (json?: unknown) =>
  async ({ site, owner: { cookie } }: Subject): Promise<Made> => {
    const { request } = await onNewSearch()
    const { body } = await site.send({ method: 'POST', path: '/users/searches', headers: { cookie }, ...request })
    return { path: `/users/searches/${JSON.parse(body).id}`, request: { ...(json !== undefined && { json }) } }
  }

/** A chat of the owner with a new person, who has sent one message. */
export const onChat =
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
