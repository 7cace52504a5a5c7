import type { Parts } from '@aangan/service-kit/parts'
import type { AuthStore } from './store.ts'
import type { UnsentMail } from './unsent-mails.ts'

const MOST_AT_ONCE = 100

type Senders = Record<UnsentMail['what'], (whose: string) => Promise<void>>

/**
 * Runs what sends a mail, and has it tried again for an hour if it fails: the visitor was told that the mail is on its
 * way. Rejects with the failure.
 */
export async function sendOrRetry(
  { store, now }: { store: AuthStore } & Pick<Parts, 'now'>,
  mail: Pick<UnsentMail, 'what' | 'whose'>,
  send: () => Promise<void>,
): Promise<void> {
  try {
    await send()
  } catch (error) {
    await store.unsentMails.add(mail, now())
    throw error
  }
}

export async function sendUnsentMails(
  { store, now, log }: { store: AuthStore } & Pick<Parts, 'now' | 'log'>,
  senders: Senders,
): Promise<void> {
  for (const mail of await store.unsentMails.due(now(), MOST_AT_ONCE)) {
    if (!(await store.unsentMails.claim(mail, now()))) continue
    try {
      await senders[mail.what](mail.whose)
      await store.unsentMails.remove(mail)
    } catch (error) {
      log.warn({ err: error, what: mail.what }, 'could not send a mail again; will retry')
    }
  }
}
