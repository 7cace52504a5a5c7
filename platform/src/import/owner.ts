import { type AccountDoc, isManaged, toAccount } from '@aangan/auth/account'
import type { AuthStore } from '@aangan/auth/store'
import type { Account } from '@aangan/contracts/accounts'
import { AppError } from '@aangan/service-kit/errors'
import type { ImportArguments } from './args.ts'

/**
 * The account that owns imported listings, made if missing. Anybody may register a name, and would then own what is
 * imported for it: throws CONFLICT for a person's account unless `isPerson`, and for any other account if it is set.
 */
export async function accountOfOwner(
  accounts: Pick<AuthStore, 'findOrCreate' | 'findByName'>,
  { owner, isPerson }: Pick<ImportArguments, 'owner' | 'isPerson'>,
  now: Date,
): Promise<Account> {
  const account = isPerson ? await accounts.findByName(owner) : await accounts.findOrCreate(owner, now)
  if (account !== null && isManaged(account) !== isPerson) return toAccount(account)
  throw new AppError('CONFLICT', account === null || isPerson ? notOfPerson(owner) : ofPerson(account))
}

function ofPerson({ username, createdAt, email }: AccountDoc): string {
  const made = `made on ${createdAt.slice(0, 10)} with ${email === null ? 'no address' : masked(email)}`
  return (
    `"${username}" is the account of a person, ${made}, who could change and delete all that is imported for them. ` +
    'Give another --owner, or add --owner-is-person if they are to own it.'
  )
}

function notOfPerson(owner: string): string {
  return `No person has an account named "${owner}". Leave out --owner-is-person, or correct --owner.`
}

/** Enough to recognise an address that one knows. */
function masked(email: string): string {
  return email.replace(/(?<=^.)[^@]*(?=@.)/, '…').replace(/(?<=@.)[^.]*/, '…')
}
