import { ChatMails } from '@aangan/contracts/chat-mails'
import { ErrorBody } from '@aangan/contracts/errors'
import { StopBody } from '@aangan/contracts/saved-searches'
import { AppError } from '@aangan/service-kit/errors'
import { requireIdentity, signedInOnly } from '@aangan/service-kit/identity'
import { addOneClick } from '@aangan/service-kit/one-click'
import type { Parts } from '@aangan/service-kit/parts'
import type { App } from '@aangan/service-kit/server'
import { hashOf } from '@aangan/service-kit/tokens'
import type { ReaderStore } from './reader-store.ts'

const response = { 200: ChatMails, '4xx': ErrorBody }
const UNKNOWN =
  'This unsubscribe link has expired or is incomplete. You can change your email settings in your profile.'

/** Unsubscribe links work without signing in. */
export function addMailRoutes(app: App, { readers, now }: { readers: ReaderStore } & Pick<Parts, 'now'>): void {
  async function ownerOf(token: string | undefined): Promise<string> {
    const hash = hashOf(token)
    const userId = hash === null ? null : await readers.stops.find(hash, now())
    if (userId === null) throw new AppError('NOT_FOUND', UNKNOWN)
    return userId
  }

  /** A link does not override the owner's own choice. */
  async function change(token: string | undefined, from: 'on' | 'stopped', to: 'on' | 'stopped'): Promise<ChatMails> {
    const userId = await ownerOf(token)
    const mails = await readers.mailsOf(userId)
    if (mails === from) await readers.choose(userId, to)
    return { isOn: (mails === from ? to : mails) === 'on' }
  }

  app.get('/chats/mails', { schema: { response } }, async (request, reply) => {
    const { id } = requireIdentity(request)
    reply.header('cache-control', 'no-store')
    return { isOn: (await readers.mailsOf(id)) === 'on' }
  })

  app.put('/chats/mails', { schema: { body: ChatMails, response }, preValidation: signedInOnly }, async (request) => {
    const { isOn } = request.body
    await readers.choose(requireIdentity(request).id, isOn ? 'on' : 'off')
    return { isOn }
  })

  app.post('/chats/mails/start', { schema: { body: StopBody, response } }, ({ body }) =>
    change(body.token, 'stopped', 'on'),
  )

  addOneClick(app, {
    path: '/chats/mails/stop',
    page: '/mails/stop',
    answer: ChatMails,
    stop: (token) => change(token, 'on', 'stopped'),
  })
}
