import { connect, type Socket } from 'node:net'

export interface RawRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: Buffer | string
}

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

export type RawTarget = { port: number } | { path: string }

const TIME_LIMIT_MS = 15_000

/** Sends the bytes as given. Rejects if the server closes without a response, or sends none in 15 s. */
export function sendRaw(target: RawTarget, { method, path, headers = {}, body = '' }: RawRequest): Promise<RawAnswer> {
  const bytes = Buffer.from(body)
  const sized = bytes.length > 0 && !('transfer-encoding' in headers)
  const all = {
    host: 'localhost',
    connection: 'close',
    ...(sized ? { 'content-length': String(bytes.length) } : {}),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return exchange(
    target,
    Buffer.concat([Buffer.from(`${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`), bytes]),
  )
}

export function exchange(target: RawTarget, bytes: Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: '127.0.0.1', ...target })
    const chunks: Buffer[] = []
    const end = () => {
      socket.destroy()
      const text = Buffer.concat(chunks)
      if (text.includes('\r\n\r\n')) resolve(parseAnswer(text))
      else reject(new Error(`The server closed the connection without a response (${text.length} bytes came)`))
    }
    socket.setTimeout(TIME_LIMIT_MS, () => reject(new Error(`No response in ${TIME_LIMIT_MS} ms`)))
    socket.on('data', (chunk) => chunks.push(chunk))
    // A server may respond and close while we still send: then the response counts, not the broken pipe.
    socket.on('error', end)
    socket.on('close', end)
    socket.write(bytes)
  })
}

function parseAnswer(bytes: Buffer): RawAnswer {
  const interim = 'HTTP/1.1 100 Continue\r\n\r\n'
  if (bytes.toString('latin1', 0, interim.length) === interim) return parseAnswer(bytes.subarray(interim.length))
  const split = bytes.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, split).split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const [name, value] = [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  const rest = bytes.subarray(split + 4)
  const body = headers['transfer-encoding'] === 'chunked' ? unchunked(rest) : rest
  return { status: Number(statusLine.split(' ')[1]), headers, body: body.toString('utf8') }
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (!size) break
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
  return Buffer.concat(parts)
}
