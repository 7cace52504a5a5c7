import { afterEach, expect, it, vi } from 'vitest'
import { withStorage } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['off, as in some web views', { localStorage: null }],
  [
    'blocked',
    {
      get localStorage() {
        throw new DOMException('Access is denied.', 'SecurityError')
      },
    },
  ],
])('does nothing where storage is %s', (_state, window) => {
  vi.stubGlobal('window', window)
  const use = vi.fn()
  expect(withStorage('localStorage', use)).toBe(null)
  expect(use).not.toHaveBeenCalled()
})
