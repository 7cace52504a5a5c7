import { UNREACHABLE } from '@aangan/remote/api'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sendPicture } from './send-picture.ts'

const TOTAL = 15_000_000

/** The network: sends what the test says, and responds when it says so. */
class TestRequest {
  static last: TestRequest
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onabort?: () => void
  onload?: () => void
  status = 201
  responseText = '{"url":"/media/posts/a/640.webp"}'

  constructor() {
    TestRequest.last = this
  }
  open() {}
  send() {}
  abort() {
    this.onabort?.()
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('XMLHttpRequest', TestRequest)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function start() {
  const shares: number[] = []
  const picture = { file: new File(['x'], 'x.jpg'), onProgress: (share: number) => void shares.push(share) }
  const answers: unknown[] = []
  const answer = sendPicture(picture, new AbortController().signal)
  void answer.then((one) => answers.push(one))
  return { answer, answers, shares, request: TestRequest.last }
}

it.each([
  ['before its first byte', () => undefined],
  ['on its way', (request: TestRequest) => request.upload.onprogress?.({ loaded: 1, total: TOTAL })],
  ['after its last byte', (request: TestRequest) => request.upload.onprogress?.({ loaded: TOTAL, total: TOTAL })],
])('an upload that stops %s can be tried again', async (_when, send) => {
  const { answer, request } = start()
  send(request)
  vi.advanceTimersByTime(200_000)
  expect(await answer).toEqual({ error: UNREACHABLE })
})

it('an upload that fails offline says so', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const { answer, request } = start()
  request.abort()
  expect(await answer).toEqual({
    error: { ...UNREACHABLE, message: 'You are offline. Try again once you are back online.' },
  })
})

it('an upload that goes on is not aborted, however slow, nor while its last bytes wait in a buffer', async () => {
  const { answer, answers, shares, request } = start()
  for (let loaded = 1_000_000; loaded <= TOTAL; loaded += 1_000_000) {
    vi.advanceTimersByTime(50_000)
    request.upload.onprogress?.({ loaded, total: TOTAL })
  }
  vi.advanceTimersByTime(150_000)
  await Promise.resolve()
  expect([answers, shares.at(-1)]).toEqual([[], 1])
  request.onload?.()
  expect(await answer).toEqual({ data: { url: '/media/posts/a/640.webp' } })
})
