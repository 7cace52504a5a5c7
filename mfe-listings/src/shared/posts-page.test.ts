import { describe, expect, it } from 'vitest'
import { toPostsPage } from './posts-page.ts'

describe('toPostsPage', () => {
  it('reads the count and the next page from the headers', () => {
    const headers = new Headers({ 'x-total-count': '214', link: '</posts?city=Pune&after=bmV3~x>; rel="next"' })
    const total = { count: 214, more: false }
    expect(toPostsPage([], headers)).toEqual({ posts: [], total, next: 'bmV3~x', meant: null, leftOut: '' })
  })

  it('reads what the search means', () => {
    const headers = new Headers({ 'content-location': '/posts?city=Pune&bedroom=2' })
    expect(toPostsPage([], headers).meant).toBe('?city=Pune&bedroom=2')
  })

  it('reads the words that were left out', () => {
    expect(toPostsPage([], new Headers({ 'x-left-out': 'sea%20view%20%E2%82%B9' })).leftOut).toBe('sea view ₹')
  })

  it('reads a capped count, and recognises the last page', () => {
    const page = toPostsPage([], new Headers({ 'x-total-count': '10000+' }))
    expect(page).toMatchObject({ total: { count: 10_000, more: true }, next: null })
  })

  it('counts the listings if there are no headers', () => {
    expect(toPostsPage([])).toMatchObject({ total: { count: 0, more: false }, next: null })
  })
})
