import { describe, expect, it } from 'vitest'
import { nextAfterSignIn, signInAddress, signInReason } from './sign-in.ts'

describe('the way to sign in and back', () => {
  it.each(['/profile', '/list?city=Pune&maxPrice=10', '/0123456789abcdef01234567', '/', '/list?q=//x'])(
    'comes back to %s',
    (from) => {
      const address = signInAddress(from)
      expect(address).toMatch(/^\/login\?next=%2F/)
      expect(nextAfterSignIn(address.slice('/login'.length))).toBe(from)
    },
  )

  it('leaves out next for the sign-in page itself', () => {
    expect(signInAddress('/login?next=%2Fprofile')).toBe('/login')
  })

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\u0000/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example',
    'https:/evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '@evil.example',
    ' /profile',
    '',
  ])('never leads to another site: %j', (next) => {
    expect(nextAfterSignIn(`?${new URLSearchParams({ next })}`)).toBe('/')
    expect(signInAddress(next)).toBe('/login')
  })

  it('does not lead back to the sign-in page', () => {
    expect(nextAfterSignIn('?next=%2Flogin%3Fnext%3D%252F')).toBe('/')
  })

  it('falls back to the start page', () => {
    expect(nextAfterSignIn('')).toBe('/')
  })
})

it.each([
  [{ reason: 'Sign in to save this home' }, 'Sign in to save this home'],
  [{ reason: 1 }, undefined],
  [{ chat: 'a' }, undefined],
  [null, undefined],
])('signInReason of the history state %j is %s', (state, reason) => expect(signInReason(state)).toBe(reason))
