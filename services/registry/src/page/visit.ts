import { randomInt } from 'node:crypto'
import { VISIT_COOKIE } from '@aangan/contracts/services'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BUCKETS, releasesFor } from '../releases/canaries.ts'
import type { Live, ReleaseSet } from '../releases/settled.ts'
import { setCookie } from '../set-cookie.ts'

const COOKIE = new RegExp(`(?:^|;\\s*)${VISIT_COOKIE}=(\\d{1,4})(?:;|$)`)
/** As long as a canary is likely to last. */
const MAX_AGE_S = 30 * 24 * 3_600

/** Returns the visitor's releases; while there are canaries, a cookie keeps the visitor with them or without them. */
export function releasesOf(live: Live, request: FastifyRequest, reply: FastifyReply): ReleaseSet {
  const known = bucketOf(request)
  if (live.canaries.length === 0) {
    if (known !== undefined) setVisit(request, reply, { value: '', maxAgeS: 0 })
    return live.stable
  }
  const bucket = known === undefined ? randomInt(BUCKETS) : Number(known)
  if (known === undefined) setVisit(request, reply, { value: String(bucket), maxAgeS: MAX_AGE_S })
  return releasesFor(live, bucket)
}

/** Without a cookie the stable ones: which canaries a browser gets, only a page decides. */
export function knownReleasesOf(live: Live, request: FastifyRequest): ReleaseSet {
  const known = bucketOf(request)
  return known === undefined ? live.stable : releasesFor(live, Number(known))
}

function bucketOf({ headers }: FastifyRequest): string | undefined {
  return COOKIE.exec(headers.cookie ?? '')?.[1]
}

/** The number says nothing about the visitor: one in ten thousand people has the same one. */
function setVisit(request: FastifyRequest, reply: FastifyReply, visit: { value: string; maxAgeS: number }) {
  setCookie(request, reply, { name: VISIT_COOKIE, sameSite: 'Lax', ...visit })
  // Also of redirects, which shared caches keep: everybody behind one would get this number.
  reply.headers({ 'cache-control': 'private, no-store', vary: 'cookie' })
}
