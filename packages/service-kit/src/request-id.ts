import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { REQUEST_ID_HEADER } from '@aangan/contracts/services'

const WELL_FORMED = /^[A-Za-z0-9._-]{8,64}$/

/** The caller's id if it is well-formed, since it ends up in logs; else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
}
