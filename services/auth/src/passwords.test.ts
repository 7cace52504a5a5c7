import { expect, it } from 'vitest'
import { createPasswords } from './passwords.ts'

it('hashes at the cost that OWASP asks for', async () => {
  const { hash, verify } = createPasswords()
  const stored = await hash('correct horse')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verify(stored, 'correct horse')).toBe(true)
  expect(await verify(stored, 'wrong horse')).toBe(false)
  expect(await verify(null, 'correct horse')).toBe(false)
})
