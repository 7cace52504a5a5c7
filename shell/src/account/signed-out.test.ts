import type { Change } from '@aangan/contracts/changes'
import type { Session } from '@aangan/contracts/users'
import { BehaviorSubject } from 'rxjs'
import { expect, it } from 'vitest'
import { createChanges } from '../changes.ts'
import { followSignOut, signedOutReason } from './signed-out.ts'

const USER: Session = {
  status: 'user',
  user: { id: 'a'.repeat(24), username: 'asha', avatar: null, createdAt: '2026-01-02T03:04:05.000Z' },
}
const VISITOR: Session = { status: 'visitor' }
const LEFT: Change = { type: 'user.left', id: 'a'.repeat(24) }

/** Plays sessions and changes in order. */
function follow(wasIn: boolean, first: Session, ...then: (Session | Change)[]): boolean {
  const session$ = new BehaviorSubject(first)
  const changes = createChanges({ postMessage() {}, onmessage: null })
  followSignOut({ session: { changes$: session$ }, changes, wasIn })
  for (const next of then) {
    if ('status' in next) session$.next(next)
    else changes.announce(next)
  }
  return signedOutReason()?.startsWith('You were signed out') ?? false
}

it.each([
  ['a visitor from the start', false, [VISITOR], false],
  ['a user', false, [USER], false],
  ['a user whose session ended while the page was open', false, [USER, VISITOR], true],
  ['a user whose session ended while the site was closed', true, [VISITOR], true],
  ['a user who signed out', false, [USER, LEFT, VISITOR], false],
  ['a user whose session is not known for a moment', true, [{ status: 'unknown' }, VISITOR], true],
  ['a user who signed in again', false, [USER, VISITOR, USER], false],
  ['a user who signed in again and signed out', false, [USER, VISITOR, USER, LEFT, VISITOR], false],
] as const)('%s: %s, %j', (_who, wasIn, [first, ...then], expected) => {
  expect(follow(wasIn, first, ...then)).toBe(expected)
})
