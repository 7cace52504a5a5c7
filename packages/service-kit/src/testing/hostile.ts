import type { RawRequest } from './raw-http.ts'

export interface HostileRequest extends RawRequest {
  name: string
}

const ID = '0123456789abcdef01234567'
const TEN_MB = 10_000_000

const PATHS = [
  '/posts',
  `/posts/${ID}`,
  `/posts/${ID}/reports`,
  `/posts/${ID}/similar`,
  '/posts/cities',
  '/posts/places',
  '/posts/nearby',
  '/posts/map',
  '/posts/sitemap',
  '/users',
  `/users/${ID}`,
  `/media/drawings/house/${ID}/0.svg`,
  `/media/share/${ID}/1.jpg`,
  '/robots.txt',
  '/sitemap.xml',
  '/sitemaps/pages.xml',
  '/',
  '/list',
  `/${ID}`,
  '/r/shell/1.0.0/main.js',
  '/healthz',
  '/openapi.json',
  '/docs',
]

const ADDRESSES: [name: string, toPath: (path: string) => string][] = [
  ['an operator', (path) => `${path}?city[$ne]=x`],
  ['an operator, percent-encoded', (path) => `${path}?city%5B%24ne%5D=x`],
  ['a bare operator', (path) => `${path}?$where=sleep(9999)`],
  ['an array parameter', (path) => `${path}?city[]=a`],
  ['a prototype as parameter', (path) => `${path}?__proto__=x`],
  ['a prototype with a property', (path) => `${path}?__proto__[admin]=true`],
  ['a constructor as parameter', (path) => `${path}?constructor=x&prototype=y`],
  ['a NUL byte in the query', (path) => `${path}?city=Pune%00`],
  ['a NUL byte in the path', (path) => `${path}/%00`],
  ['a fragment', (path) => `${path}#1`],
  ['a line break in the query', (path) => `${path}?city=a%0d%0aSet-Cookie:%20token=x`],
  ['a line break in the path', (path) => `${path}/%0d%0aX-Injected:%201`],
  ['bad UTF-8 in the query', (path) => `${path}?city=%ff%fe`],
  ['bad UTF-8 in the path', (path) => `${path}/%ff`],
  ['an overlong encoding of a dot', (path) => `${path}/%c0%ae%c0%ae/x`],
  ['half a percent sign', (path) => `${path}?city=100%`],
  ['encoded slashes', (path) => `${path}%2f..%2f..%2fetc%2fpasswd`],
  ['encoded backslashes', (path) => `${path}%5c..%5c..%5cwindows`],
  ['backslashes', (path) => `${path}\\..\\x`],
  ['dot segments', (path) => `${path}/../../etc/passwd`],
  ['encoded dot segments', (path) => `${path}/%2e%2e/%2e%2e/etc/passwd`],
  ['another host after two slashes', (path) => `//evil.example${path}`],
  ['an address of 9,000 characters', (path) => `${path}?city=${'a'.repeat(9_000)}`],
  ['an address of 20,000 characters', (path) => `${path}?city=${'a'.repeat(20_000)}`],
]

const JSON_TYPE = { 'content-type': 'application/json' }

const BODIES: [name: string, headers: Record<string, string>, body: () => Buffer | string][] = [
  ['10 MB of JSON', JSON_TYPE, () => `{"title":"${'x'.repeat(TEN_MB)}"}`],
  ['10 MB of JSON in chunks', { ...JSON_TYPE, 'transfer-encoding': 'chunked' }, () => chunked(TEN_MB)],
  ['very deep JSON', JSON_TYPE, () => `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['very deep objects', JSON_TYPE, () => `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ['a million values', JSON_TYPE, () => `{"images":[${'1,'.repeat(400_000)}1]}`],
  ['a prototype in the body', JSON_TYPE, () => '{"__proto__":{"admin":true},"title":"x"}'],
  ['a constructor in the body', JSON_TYPE, () => '{"constructor":{"prototype":{"admin":true}}}'],
  ['an operator in the body', JSON_TYPE, () => '{"title":{"$gt":""},"price":{"$ne":1}}'],
  ['a NUL byte in the body', JSON_TYPE, () => '{"title":"a\\u0000b"}'],
  ['bad UTF-8 in the body', JSON_TYPE, () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['half a JSON text', JSON_TYPE, () => '{"title":'],
  ['nothing as JSON', { ...JSON_TYPE, 'content-length': '0' }, () => ''],
  ['negative and absurd numbers', JSON_TYPE, () => '{"price":-1,"bedroom":1e308,"size":1e999,"latitude":"NaN"}'],
  [
    'XML',
    { 'content-type': 'application/xml' },
    () => '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
  ],
  ['an unknown type of body', { 'content-type': 'nonsense' }, () => 'x'],
]

/** Invalid values of typed parameters, which only these calls must reject. */
const FILTERS = [
  'type=castle',
  'property=igloo',
  'sort=sideways',
  'minPrice=-1',
  'maxPrice=1e999',
  'minPrice=99999999999999999999',
  'maxPrice=NaN',
  'bedroom=-2',
  'bedroom=1.5',
  'limit=-1',
  'limit=1e9',
  'limit=two',
  'after=%F0%9F%8F%A0',
].map((query) => ({ name: `GET /posts?${query}`, method: 'GET', path: `/posts?${query}` }))

/**
 * No route may accept these: each must get a 4xx response, store nothing and leave the server healthy. Send them with
 * `sendRaw`; fetch would normalise half of them.
 */
export const HOSTILE_REQUESTS: HostileRequest[] = [
  ...PATHS.flatMap((path) => [
    ...ADDRESSES.map(([name, toPath]) => ({ name: `${name}: GET ${path}`, method: 'GET', path: toPath(path) })),
    ...['DELETE', 'PATCH', 'TRACE', 'BREW'].map((method) => ({ name: `${method} ${path}`, method, path })),
  ]),
  ...['/posts', '/users', '/list', `/posts/${ID}/reports`].flatMap((path) =>
    BODIES.map(([name, headers, body]) => ({
      name: `${name}: POST ${path}`,
      method: 'POST',
      path,
      headers,
      body: body(),
    })),
  ),
  ...FILTERS,
]

function chunked(bytes: number): Buffer {
  const size = 65_536
  const chunk = Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), Buffer.alloc(size, 'x'), Buffer.from('\r\n')])
  const count = Math.ceil(bytes / size)
  return Buffer.concat([...Array.from({ length: count }, () => chunk), Buffer.from('0\r\n\r\n')])
}
