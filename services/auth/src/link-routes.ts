import { DEVICE_COOKIE } from '@aangan/contracts/account-constants'
import { ConfirmBody, ForgotBody, MessageAnswer, ResetBody, UndoBody, Undone } from '@aangan/contracts/accounts'
import { ErrorBody } from '@aangan/contracts/errors'
import { clientAddress } from '@aangan/service-kit/client'
import { requireIdentity, signedInOnly } from '@aangan/service-kit/identity'
import type { App } from '@aangan/service-kit/server'
import type { AccountDoc } from './account.ts'
import { type Accounts, DEVICE_MS } from './accounts.ts'
import type { Confirmations } from './confirmations.ts'
import { setCookie } from './cookies.ts'
import type { Resets } from './resets.ts'
import { browserOf } from './routes.ts'

const response = { 200: MessageAnswer, '4xx': ErrorBody, '5xx': ErrorBody }

/** Calls that mail a link, or that a mailed link's page makes: opening the link itself changes nothing. */
export function addLinkRoutes(
  app: App,
  { accounts, resets, confirmations }: { accounts: Accounts; resets: Resets; confirmations: Confirmations },
): void {
  app.post('/auth/forgot', { schema: { body: ForgotBody, response } }, async ({ body }) => {
    resets.mail(body.email)
    return { message: 'If there is an account with this email address, we have sent a link to reset its password.' }
  })

  app.post('/auth/reset', { schema: { body: ResetBody, response } }, async (request, reply) => {
    const { device } = await accounts.reset(request.body, browserOf(request))
    if (device !== null) setCookie(request, reply, { name: DEVICE_COOKIE, value: device, forMs: DEVICE_MS })
    return { message: 'Your password was changed. Sign in with the new one.' }
  })

  const confirm = { schema: { body: ConfirmBody, response }, preValidation: signedInOnly }
  app.post('/auth/confirm', confirm, async (request) => {
    await confirmations.confirm(requireIdentity(request).id, request.body.token)
    return { message: 'Your email address is confirmed.' }
  })

  app.post('/auth/confirm/send', { schema: { response } }, async (request) => {
    const isSent = await confirmations.sendAgain(requireIdentity(request).id, clientAddress(request))
    const message = isSent
      ? 'We have sent you a new link. If it does not arrive, check your spam folder.'
      : 'Your email address is confirmed already.'
    return { message }
  })

  const undo = { body: UndoBody, response: { ...response, 200: Undone } }
  app.post('/auth/undo', { schema: undo }, async ({ body }) => {
    const { account, token } = await accounts.undo(body.token)
    return { message: undoneMessage(account), token }
  })
}

/** The username shows how to sign in where the address opens another account. */
function undoneMessage({ email, username }: AccountDoc): string {
  const done = 'The change is undone, and everyone is signed out. Now choose a new password.'
  if (email !== null) return done
  return `${done} Another account uses this email address now, so sign in as ${username} and enter an address of your own there.`
}
