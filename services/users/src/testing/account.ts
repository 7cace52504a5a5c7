import { randomBytes } from 'node:crypto'
import type { Account } from '@aangan/contracts/accounts'

/** Its address is confirmed, unless `mailTo` says otherwise. */
export function accountOf(facts: Partial<Account> & { username: string }): Account {
  const id = randomBytes(12).toString('hex')
  const mailTo = facts.email ?? null
  return { id, email: null, mailTo, createdAt: '2026-01-01T00:00:00.000Z', rev: 1, ...facts }
}
