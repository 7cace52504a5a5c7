import { expect, it } from 'vitest'
import { textOf } from './deploy/text.js'

it('shows an action of the history in one line, whatever its reason', () => {
  const action = { at: '2026-11-27', by: 'token 1 (Team)', action: 'pin', why: 'a\u001b[2Jb\n2026-11-27  deploy 9.9.9' }
  expect(textOf('history', { name: 'mfe-guides', history: [action] })).toBe(
    '2026-11-27  pin  token 1 (Team): a [2Jb 2026-11-27  deploy 9.9.9',
  )
})
