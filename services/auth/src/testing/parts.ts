import { openMailer } from '@aangan/service-kit/mail'
import { createAttempts } from '../attempts.ts'
import { createBackground } from '../background.ts'
import { createConfirmations } from '../confirmations.ts'
import { createHourly } from '../hourly.ts'
import { createPasswords } from '../passwords.ts'
import { createResets } from '../resets.ts'
import type { AuthStore } from '../store.ts'
import { createUndoing } from '../undoing.ts'
import { CHEAP, type Started } from './start.ts'

/** The parts of one more process, over a store that may fail, whose mails the test awaits and retries. */
export function partsOver(auth: Started, store: AuthStore = auth.accounts) {
  const { config, now, log } = auth.parts
  const sending = {
    ...auth.parts,
    store,
    background: createBackground(log),
    mailer: openMailer(config, log),
    hourly: createHourly(store, now),
    attempts: createAttempts(store, config, now),
    passwords: createPasswords({ cost: CHEAP }),
  }
  const undoing = createUndoing(sending)
  return {
    ...{ ...sending, undoing },
    resets: createResets(sending),
    confirmations: createConfirmations({ ...sending, undoing }),
  }
}
