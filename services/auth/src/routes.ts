import { DEVICE_COOKIE, SESSION_COOKIE } from '@aangan/contracts/account-constants'
import { Credentials, MessageAnswer, Registration, SessionInfo } from '@aangan/contracts/accounts'
import { ErrorBody } from '@aangan/contracts/errors'
import { Id } from '@aangan/contracts/id-schema'
import { User } from '@aangan/contracts/users'
import { clientAddress } from '@aangan/service-kit/client'
import { AppError } from '@aangan/service-kit/errors'
import { requireIdentity } from '@aangan/service-kit/identity'
import type { App } from '@aangan/service-kit/server'
import { hashOf } from '@aangan/service-kit/tokens'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Accounts, type Browser, DEVICE_MS } from './accounts.ts'
import { setCookie } from './cookies.ts'
import { SESSION_MS } from './sessions.ts'

const refused = { '4xx': ErrorBody, '5xx': ErrorBody }

export function addAuthRoutes(app: App, accounts: Accounts): void {
  const register = { body: Registration, response: { 201: MessageAnswer, ...refused } }
  app.post('/auth/register', { schema: register }, async (request, reply) => {
    const { device } = await accounts.register(request.body, browserOf(request))
    if (device !== null) setCookie(request, reply, { name: DEVICE_COOKIE, value: device, forMs: DEVICE_MS })
    reply.code(201)
    return { message: 'Your account is ready: sign in.' }
  })

  const login = { body: Credentials, response: { 200: User, ...refused } }
  app.post('/auth/login', { schema: login }, async (request, reply) => {
    const { user, session, device } = await accounts.signIn(request.body, browserOf(request))
    setCookie(request, reply, { name: SESSION_COOKIE, value: session, forMs: SESSION_MS })
    if (device !== null) setCookie(request, reply, { name: DEVICE_COOKIE, value: device, forMs: DEVICE_MS })
    return user
  })

  app.post('/auth/logout', { schema: { response: { 200: MessageAnswer } } }, async (request, reply) => {
    // With several cookies of this name, the gateway may have picked another one.
    const hashes = new Set([request.identity?.session, hashOf(request.cookies[SESSION_COOKIE])])
    for (const hash of hashes) if (hash) await accounts.signOut(hash)
    setCookie(request, reply, { name: SESSION_COOKIE, value: '', forMs: 0 })
    return { message: 'You are signed out.' }
  })

  const list = { response: { 200: Type.Array(SessionInfo), ...refused } }
  app.get('/auth/sessions', { schema: list }, async (request, reply) => {
    const { id, session } = requireIdentity(request)
    reply.header('cache-control', 'no-store')
    return await accounts.sessionsOf(id, session)
  })

  const one = { params: Type.Object({ id: Type.String() }), response: { 200: MessageAnswer, ...refused } }
  app.delete('/auth/sessions/:id', { schema: one }, async (request) => {
    const { id } = requireIdentity(request)
    if (!(await accounts.endOne(id, request.params.id))) throw new AppError('NOT_FOUND', 'Session not found.')
    return { message: 'The session is ended.' }
  })

  // Only the gateway can reach it, since it forwards nothing but /auth.
  const found = Type.Object({ userId: Id })
  const inner = { body: Type.Object({ hash: Type.String() }), response: { 200: found, ...refused }, hide: true }
  app.post('/sessions/find', { schema: inner }, async ({ body }) => {
    const session = await accounts.findSession(body.hash)
    if (session === null) throw new AppError('NOT_FOUND', 'Session not found.')
    return session
  })
}

export function browserOf(request: FastifyRequest): Browser {
  const { headers, cookies } = request
  return {
    address: clientAddress(request),
    userAgent: headers['user-agent'] ?? '',
    device: hashOf(cookies[DEVICE_COOKIE]),
    session: hashOf(cookies[SESSION_COOKIE]),
  }
}
