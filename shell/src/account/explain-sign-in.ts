import type { PageBoot } from '@aangan/contracts/page'
import { nextAfterSignIn, SIGN_IN } from '@aangan/contracts/sign-in'
import { readEntryState, updateEntryState } from '@aangan/remote/entry-state'
import type { HistoryEntry } from '../navigation/history.ts'
import { signedOutReason } from './signed-out.ts'

/** Tells the sign-in page, to which the server has sent a visitor, why: this browser may know more than the server. */
export function explainSignIn({ state }: Pick<PageBoot, 'state'>, { path, search, key }: HistoryEntry): void {
  if (path !== SIGN_IN || nextAfterSignIn(search) === '/') return
  const reason = signedOutReason() ?? state?.reason
  if (reason !== undefined) updateEntryState(key, { reason, ...readEntryState(key) })
}
