import { describe, expect, it } from 'vitest'
import { matchRoute, routeData } from './routes.ts'

const remotes = {
  static: { routes: [{ path: '/', title: 'Home' }] },
  listings: {
    routes: [
      { path: '/list', title: 'List', data: '/posts{search}' },
      { path: '/{id}', title: 'Listing', data: '/posts/{id}' },
    ],
  },
}
const id = '0123456789abcdef01234567'

describe('matchRoute', () => {
  it('finds the remote that claims a path', () => {
    expect(matchRoute(remotes, '/')).toMatchObject({ remote: 'static', id: null })
    expect(matchRoute(remotes, '/list')).toMatchObject({ remote: 'listings', id: null })
    expect(matchRoute(remotes, `/${id}`)).toMatchObject({ remote: 'listings', id })
  })

  it.each(['/nowhere', '/list/', '/{id}', '/0123', `/${id}0`, `/${id.toUpperCase()}`, `/list/${id}`, ''])(
    'finds none for %s',
    (path) => expect(matchRoute(remotes, path)).toBeNull(),
  )
})

describe('routeData', () => {
  it('fills in the id and the query string', () => {
    const list = matchRoute(remotes, '/list')
    const listing = matchRoute(remotes, `/${id}`)
    expect(list && routeData(list, '?city=Pune')).toBe('/posts?city=Pune')
    expect(list && routeData(list, '')).toBe('/posts')
    expect(listing && routeData(listing, '?x=$&')).toBe(`/posts/${id}`)
  })

  it('takes the query string as it is', () => {
    const list = matchRoute(remotes, '/list')
    expect(list && routeData(list, "?a=$&b=$'")).toBe("/posts?a=$&b=$'")
  })
})
