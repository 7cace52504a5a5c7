import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@aangan/contracts/errors'
import type { ConnectionError } from 'fastify'

const ANSWERS: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The address and headers together are larger than 16 kB'],
  ERR_HTTP_REQUEST_TIMEOUT: ['TIMED_OUT', 'The request did not arrive in time'],
}

/** For bytes that never became a request: no hook or handler sees them. */
export function answerClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [code, message] = ANSWERS[error.code] ?? ['BAD_REQUEST', 'The request is not valid HTTP/1.1']
  const body: ErrorBody = { code, message, requestId: randomUUID() }
  const text = JSON.stringify(body)
  socket.end(
    [
      `HTTP/1.1 ${ERROR_STATUS[code]} ${code}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  )
}
