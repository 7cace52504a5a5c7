import type { Credentials, RefusedSignIn } from '@aangan/contracts/accounts'
import { ERROR_STATUS } from '@aangan/contracts/errors'
import { pageAddress } from '@aangan/contracts/routes'
import {
  AFTER_SIGN_OUT,
  nextAfterSignIn,
  SIGN_IN,
  SIGN_IN_CALL,
  SIGN_OUT,
  SIGN_OUT_CALL,
} from '@aangan/contracts/sign-in'
import { AppError, isAppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import type { UpstreamAnswer } from '@aangan/service-kit/upstream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { passBodies } from './body-limit.ts'
import { answerHeaders, CSP, requestHeaders } from './forwarded-headers.ts'
import type { PolicyOf } from './security-headers.ts'
import type { Sessions } from './sessions.ts'
import type { Route } from './upstreams.ts'

const FORM = /^application\/x-www-form-urlencoded *(;|$)/i
const SEE_OTHER = 303
const PRIVATE = { 'cache-control': 'private, no-store' }

interface SignInForms {
  auth: Route
  pages: Route
  policyOf: PolicyOf
  sessions: Sessions
}

/**
 * The forms to sign in and out, as a browser sends them without scripts: the same calls of auth, then the way that the
 * screens take, or the sign-in page again with the reason (decision 071).
 */
export function takeSignInForms(app: App, { auth, pages, policyOf, sessions }: SignInForms): void {
  app.register(async (scope) => {
    passBodies(scope, auth)
    scope.post(SIGN_IN, async (request, reply) => {
      const credentials = readCredentials(request)
      const answer = await call(auth, request, SIGN_IN_CALL, credentials).catch(toAnswer)
      sessions.forget(request.headers.cookie)
      if (answer.status === 200) return lead(reply, answer, nextAfterSignIn(pageAddress(request.url).search))
      const page = await call(pages, request, request.url, toRefused(answer, credentials))
      const policy = policyOf(page.headers)
      reply.code(page.status).headers({ ...answerHeaders(page.headers, policy), [CSP]: policy, ...PRIVATE })
      return reply.headers(retryAfter(answer)).send(page.body)
    })

    scope.post(SIGN_OUT, async (request, reply) => {
      readForm(request)
      const answer = await call(auth, request, SIGN_OUT_CALL, {})
      sessions.forget(request.headers.cookie)
      if (answer.status !== 200)
        throw new AppError('UPSTREAM_FAILED', 'You are still signed in. Go back and try again.')
      return lead(reply, answer, AFTER_SIGN_OUT)
    })
  })
}

function readCredentials(request: FastifyRequest): Credentials {
  const form = readForm(request)
  return { username: form.get('username') ?? '', password: form.get('password') ?? '' }
}

/** Of what is given twice, the first counts. */
function readForm({ headers, body }: FastifyRequest): URLSearchParams {
  if (!FORM.test(headers['content-type'] ?? ''))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send a form, in its usual encoding.')
  return new URLSearchParams(String(body ?? ''))
}

function call({ name, upstream, turn, timeoutMs }: Route, request: FastifyRequest, path: string, json: unknown) {
  const { 'content-length': _ofTheForm, ...headers } = requestHeaders(request, name) as Record<string, string>
  return new Promise<UpstreamAnswer>((resolve, reject) => {
    const start = (done: () => void) =>
      void upstream.post(path, { json, headers, timeoutMs }).then(resolve, reject).finally(done)
    turn(request, start).catch(reject)
  })
}

/** Of a service that is away or too busy. */
function toAnswer(error: unknown): UpstreamAnswer {
  if (!isAppError(error)) throw error
  const { code, message, retryAfterS } = error
  const headers = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }
  return { status: ERROR_STATUS[code], headers, body: Buffer.from(JSON.stringify({ message })) }
}

function toRefused({ status, body }: UpstreamAnswer, { username }: Credentials): RefusedSignIn {
  return { status, message: JSON.parse(body.toString('utf8')).message, username }
}

/** With the cookies that auth has set. */
function lead(reply: FastifyReply, { headers }: UpstreamAnswer, address: string) {
  return reply.headers({ ...PRIVATE, 'set-cookie': headers['set-cookie'] }).redirect(inAscii(address), SEE_OTHER)
}

function inAscii(address: string): string {
  return address.replace(/[^!-~]+/g, encodeURIComponent)
}

function retryAfter({ headers: { 'retry-after': seconds } }: UpstreamAnswer) {
  return seconds === undefined ? {} : { 'retry-after': seconds }
}
