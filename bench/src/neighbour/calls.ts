import type { Post } from '@aangan/contracts/posts'
import { NEW_LISTING } from '@aangan/platform/testing/new-listing'
import sharp from 'sharp'
import type { Request } from './attack.ts'
import { base64, credentials, enter, json, type Person, post } from './people.ts'

/** By what it is, the requests that are sent in turn. */
export type Calls = Record<string, Request[]>

const FEW = 50
const INDIA = 'bbox=68,6,98,36'
const PACKED = { 'accept-encoding': 'br' }

/** Every public call in its most expensive form, on a site with many listings. */
export async function allCalls(url: string): Promise<Calls> {
  const posts = (await (await fetch(`${url}/posts?limit=500`)).json()) as Post[]
  const [owner, other, another] = [await enter(url), await enter(url), await enter(url)]
  return {
    ...(await search(url, posts)),
    ...listings(posts),
    ...pages(posts, await scriptOf(url)),
    ...pictures(posts),
    // Another one's, since an account has few sessions, and each sign-in ends the oldest.
    ...accounts(another),
    ...(await signedIn(url, { owner, other, posts })),
  }
}

const get = (path: string, headers?: Record<string, string>): Request => ({
  method: 'GET',
  path,
  ...(headers && { headers }),
})

async function search(url: string, posts: Post[]): Promise<Calls> {
  const cities = [...new Set(posts.map(({ city }) => city))]
  const deep = await linkAfter(url, '/posts?limit=500&sort=price_asc', 5)
  return {
    'GET /posts': [get('/posts')],
    'GET /posts, 500 listings': [get('/posts?limit=500', PACKED)],
    'GET /posts, 500 of a deep page': [get(deep, PACKED)],
    'GET /posts, four filters of the whole country': [
      get('/posts?type=buy&minPrice=1000&maxPrice=90000000&bedroom=2&property=apartment&sort=price_desc'),
    ],
    'GET /posts, a long text of a place': [get(`/posts?city=${'a,'.repeat(45)}`)],
    'GET /posts/map, all of India': [2, 6, 12, 22].map((zoom) => get(`/posts/map?${INDIA}&zoom=${zoom}`)),
    'GET /posts/cities': [get('/posts/cities')],
    'GET /posts/places, a typing mistake': cities.map((city) => get(`/posts/places?q=${mistyped(city)}&limit=50`)),
    'GET /posts/places, the longest text': [get(`/posts/places?q=${'b+a+'.repeat(24)}&limit=50`)],
    'GET /posts/sitemap': [get('/posts/sitemap')],
    'GET /posts/sitemap/000001': [get('/posts/sitemap/000001')],
  }
}

function mistyped(city: string): string {
  return encodeURIComponent(`x${city.slice(1, 4)}q${city.slice(5)}`)
}

async function linkAfter(url: string, path: string, pages: number): Promise<string> {
  let next = path
  for (let page = 0; page < pages; page += 1) {
    const { headers } = await fetch(url + next)
    next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? next
  }
  return next
}

function listings(posts: Post[]): Calls {
  return {
    'GET /posts/{id}': posts.map(({ id }) => get(`/posts/${id}`)),
    'GET /posts/{id}/similar': posts.map(({ id }) => get(`/posts/${id}/similar`)),
    'POST /posts/{id}/views': posts.map(({ id }) => ({ method: 'POST', path: `/posts/${id}/views` })),
    'POST /posts/{id}/reports': posts.map(({ id }) => ({
      method: 'POST',
      path: `/posts/${id}/reports`,
      headers: json,
      body: base64({ reason: 'fraud' }),
    })),
    'GET /users': [get('/users?limit=500', PACKED)],
    'GET /users, agents': [get('/users?agents=true&limit=500', PACKED)],
    'GET /users/session': [get('/users/session')],
    'GET /users/owner-of/{id}': posts.slice(0, FEW).map(({ id }) => get(`/users/owner-of/${id}`)),
    'GET /users/{id}': posts.slice(0, FEW).map(({ userId }) => get(`/users/${userId}`)),
  }
}

async function scriptOf(url: string): Promise<string> {
  const page = await (await fetch(url)).text()
  return /<script defer src="([^"]+)"/.exec(page)?.[1] ?? '/'
}

function pages(posts: Post[], script: string): Calls {
  return {
    'the page /': [get('/', PACKED)],
    'the page /list': [get('/list?limit=60', PACKED)],
    'the page /{id}': posts.slice(0, FEW).map(({ id }) => get(`/${id}`, PACKED)),
    'an unknown page': [get('/nothing/here', PACKED)],
    'a script': [get(script)],
    '/robots.txt': [get('/robots.txt')],
    '/sitemap.xml': [get('/sitemap.xml', PACKED)],
    '/sitemaps/pages.xml': [get('/sitemaps/pages.xml', PACKED)],
    '/sitemaps/listings-000001.xml': [get('/sitemaps/listings-000001.xml', PACKED)],
    '/docs': [get('/docs', PACKED)],
    'the script of /docs': [get('/docs/static/swagger-ui-bundle.js', PACKED)],
    '/openapi.json': [get('/openapi.json', PACKED)],
    '/healthz': [get('/healthz')],
    'a handshake of Socket.IO': [get('/socket.io/?EIO=4&transport=polling')],
  }
}

function pictures(posts: Post[]): Calls {
  return {
    'a drawing': posts.map(({ id, property }) => get(`/media/drawings/${property}/${id}/0.svg`, PACKED)),
    'the picture for sharing the site': [get('/media/share/site.jpg')],
    'pictures for sharing listings': posts.map(({ id }) => get(`/media/share/${id}/1.jpg`)),
  }
}

function accounts(person: Person): Calls {
  const send = (path: string, body: string): Request => ({ method: 'POST', path, headers: json, body })
  return {
    'POST /auth/login': [send('/auth/login', credentials(person))],
    'POST /auth/login, wrong': [send('/auth/login', credentials({ username: 'nobody' }))],
    'POST /auth/register': Array.from({ length: FEW }, (_, n) =>
      send('/auth/register', base64({ username: `extra${n}`, email: `e${n}@example.com`, password: 'long enough 1' })),
    ),
    'POST /auth/forgot': [send('/auth/forgot', base64({ email: 'nobody@example.com' }))],
    'POST /auth/reset': [send('/auth/reset', base64({ token: 'a'.repeat(43), password: 'long enough 1' }))],
  }
}

interface SignedIn {
  owner: Person
  other: Person
  posts: Post[]
}

async function signedIn(url: string, { owner, other, posts }: SignedIn): Promise<Calls> {
  const headers = { ...json, cookie: owner.cookie }
  const send = (method: string, path: string, body: unknown): Request => ({ method, path, headers, body: base64(body) })
  const mine = (path: string) => get(path, { ...PACKED, cookie: owner.cookie })
  const made = await post(url, '/posts', NEW_LISTING, owner.cookie)
  const { id } = (await made.json()) as Post
  const chat = (await (await post(url, '/chats', { receiverId: other.id }, owner.cookie)).json()) as { id: string }
  return {
    'POST /posts': [send('POST', '/posts', NEW_LISTING)],
    'PUT /posts/{id}': [1, 2].map((price) => send('PUT', `/posts/${id}`, { postData: { price } })),
    'GET /posts/{id}/views': [mine(`/posts/${id}/views`)],
    'POST /users/save': posts.map((one) => send('POST', '/users/save', { postId: one.id })),
    'GET /users/profilePosts': [mine('/users/profilePosts')],
    'GET /users/saved': [mine('/users/saved')],
    'GET /users/notification': [mine('/users/notification')],
    'POST /users/searches': posts.map((one) => send('POST', '/users/searches', { search: `minPrice=${one.price}` })),
    'GET /users/searches': [mine('/users/searches')],
    'PUT /users/{id}': [send('PUT', `/users/${owner.id}`, { agent: null })],
    'GET /auth/sessions': [mine('/auth/sessions')],
    'GET /chats': [mine('/chats')],
    'GET /chats/{id}': [mine(`/chats/${chat.id}`)],
    'GET /messages/{id}': [mine(`/messages/${chat.id}`)],
    'POST /messages/{id}': [send('POST', `/messages/${chat.id}`, { text: 'Is it still free?' })],
    'POST /media/posts': [await picture(owner)],
    'POST /media/posts, of visitors': [await picture({ ...owner, cookie: '' })],
  }
}

/** The largest picture of a phone: 12 megapixels. */
async function picture({ cookie }: Person): Promise<Request> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const create = { width: 4_000, height: 3_000, channels: 3, background: '#888', noise } as const
  const jpeg = await sharp({ create }).jpeg({ quality: 60 }).toBuffer()
  const head =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), jpeg, Buffer.from('\r\n--x--\r\n')]).toString('base64')
  return {
    method: 'POST',
    path: '/media/posts',
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=x' },
    body,
  }
}
