import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('hides the token of an identity', () => {
  const lines: string[] = []
  const log = createLog({ destination: { write: (line) => void lines.push(line) } })
  const identity = { id: 'asha', session: 'one', token: 'secret' }
  log.info(identity, 'itself')
  log.info({ identity }, 'as a field')
  expect(lines).toHaveLength(2)
  expect(lines.join()).toContain('asha')
  expect(lines.join()).not.toContain('secret')
})
