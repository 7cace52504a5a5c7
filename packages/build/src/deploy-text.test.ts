import { expect, it } from 'vitest'
import { textOf } from './deploy/text.js'

it('shows an action of the history in one line, whatever its reason', () => {
  const action = { at: '2026-11-27', by: 'token 1 (Team)', action: 'pin', why: 'a\u001b[2Jb\n2026-11-27  deploy 9.9.9' }
  expect(textOf('history', { name: 'mfe-guides', history: [action] })).toBe(
    '2026-11-27  pin  token 1 (Team): a [2Jb 2026-11-27  deploy 9.9.9',
  )
})

it.each([
  { since: [], shows: true },
  { since: [{ action: 'pin', by: 'operator' }], shows: true },
  { since: [{ action: 'deploy', by: 'token 1 (Team)' }], shows: false },
  { since: [{ action: 'canary', by: 'token 1 (Team)' }], shows: false },
])('says in the status what the site has rolled back since the last deploy: $since', ({ since, shows }) => {
  const at = '2026-11-27'
  const undone = { action: 'rollback', by: 'registry', version: '1.1.0', channel: 'canary', why: 'failed for 6 of 6' }
  const history = [...since, undone, { action: 'canary', by: 'token 1 (Team)' }].map((each) => ({ at, ...each }))
  const channels = { stable: '1.0.0', canary: null, pinned: false }
  const line =
    'mfe-guides: rolled back by the site itself: 2026-11-27  rollback 1.1.0 (canary)  registry: failed for 6 of 6'
  expect(textOf('status', { name: 'mfe-guides', channels, history })).toBe(
    [
      'mfe-guides: stable 1.0.0',
      'mfe-guides: failures are reported only while there is a canary',
      ...(shows ? [line] : []),
    ].join('\n'),
  )
})
