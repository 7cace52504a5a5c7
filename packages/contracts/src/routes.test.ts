import { describe, expect, it } from 'vitest'
import { isProvenByData, matchRoute, routeData } from './routes.ts'

const remotes = {
  static: { routes: [{ path: '/', title: 'Home' }] },
  places: {
    routes: [
      { path: '/edit/{draft}', title: 'Draft' },
      { path: '/edit/{id}', title: 'Edit', data: '/posts/{id}' },
      { path: '/edit/new', title: 'New' },
      { path: '/homes-for-2/{city}', title: 'City', data: '/posts?city={city}' },
      { path: '/{city}/{kind}/near', title: 'Near', data: '/posts/{kind}/in/{city}' },
    ],
  },
  listings: {
    routes: [
      { path: '/list', title: 'List', data: '/posts{search}', userData: '/users/saved' },
      { path: '/{id}', title: 'Listing', data: ['/posts/{id}', '/users/owner-of/{id}'] },
    ],
  },
}
const id = '0123456789abcdef01234567'

describe('matchRoute', () => {
  it('finds the remote that claims a path', () => {
    expect(matchRoute(remotes, '/')).toMatchObject({ remote: 'static', params: {} })
    expect(matchRoute(remotes, '/list')).toMatchObject({ remote: 'listings', params: {} })
    expect(matchRoute(remotes, `/${id}`)).toMatchObject({ remote: 'listings', params: { id } })
  })

  it.each(['/nowhere', '/list/', '/{id}', '/0123', `/${id}0`, `/${id.toUpperCase()}`, `/list/${id}`, '', '/List'])(
    'finds none for %s',
    (path) => expect(matchRoute(remotes, path)).toBeNull(),
  )

  it.each([
    ['/edit/new', '/edit/new', {}],
    [`/edit/${id}`, '/edit/{id}', { id }],
    ['/edit/newer', '/edit/{draft}', { draft: 'newer' }],
    ['/homes-for-2/Nav%C4%AB%20Mumbai', '/homes-for-2/{city}', { city: 'Nav\u012b Mumbai' }],
    ['/pune/flats/near', '/{city}/{kind}/near', { city: 'pune', kind: 'flats' }],
  ])('gives %s to %s', (path, route, params) => {
    expect(matchRoute(remotes, path)).toMatchObject({ route: { path: route }, params })
  })

  it('prefers the more specific route, whichever is declared first', () => {
    const reversed = Object.entries(remotes).map(([name, { routes }]) => [name, { routes: [...routes].reverse() }])
    for (const path of ['/edit/new', `/edit/${id}`, '/edit/newer'])
      expect(matchRoute(Object.fromEntries(reversed.reverse()), path)).toEqual(matchRoute(remotes, path))
  })

  it('compares segments from the left', () => {
    const two = {
      one: { routes: [{ path: '/{a}/new', title: 'A' }] },
      other: { routes: [{ path: '/edit/{b}', title: 'B' }] },
    }
    expect(matchRoute(two, '/edit/new')).toMatchObject({ remote: 'other', params: { b: 'new' } })
  })

  it.each(['/edit/', '/edit/..', '/edit/%2e%2E', '/edit/.', '/edit/%ff', '/edit/a/b'])('finds none for %s', (path) =>
    expect(matchRoute(remotes, path)).toBeNull(),
  )
})

describe('routeData', () => {
  const data = (path: string, search = '', isSignedIn = false) => {
    const match = matchRoute(remotes, path)
    return match && routeData(match, { search, isSignedIn })
  }

  it('fills in the id and the query string', () => {
    expect(data('/list', '?city=Pune')).toEqual(['/posts?city=Pune'])
    expect(data('/list')).toEqual(['/posts'])
    expect(data(`/${id}`, '?x=$&')).toEqual([`/posts/${id}`, `/users/owner-of/${id}`])
    expect(data(`/edit/${id}`)).toEqual([`/posts/${id}`])
    expect(data('/')).toEqual([])
  })

  it('adds the calls of people who are signed in, after the others', () => {
    expect(data('/list', '?city=Pune', true)).toEqual(['/posts?city=Pune', '/users/saved'])
    expect(data(`/edit/${id}`, '', true)).toEqual([`/posts/${id}`])
  })

  it('passes the query string through unchanged', () => {
    expect(data('/list', "?a=$&b=$'")).toEqual(["/posts?a=$&b=$'"])
  })

  it('encodes a parameter, so that it stays one value', () => {
    expect(data('/homes-for-2/a%26limit=1%2F%23')).toEqual(['/posts?city=a%26limit%3D1%2F%23'])
    expect(data('/pune%3F/%7Bsearch%7D/near', '?x')).toEqual(['/posts/%7Bsearch%7D/in/pune%3F'])
  })
})

it.each([
  [undefined, false],
  ['/posts{search}', false],
  ['/posts/{id}', true],
  [['/posts/{id}', '/posts/cities'], true],
  [['/posts', '/posts/{id}'], false],
])('only the first call of %j can prove a page: %s', (data, isProven) => {
  expect(isProvenByData({ ...(data && { data }) })).toBe(isProven)
})
