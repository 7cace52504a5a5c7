import { BOOT_ELEMENT, KEPT } from '@aangan/contracts/page'
import { expect, it, onTestFinished } from 'vitest'
import { findRemedy } from './find-remedy.ts'
import { openNetwork, refusal, unreachable } from './testing/network.ts'

const FILE = '/r/mfe-a/1/late.js'
const ELSEWHERE = 'https://files.example'
const GONE = new Response(null, { status: 404 })

/** What the loaders reject with. */
const failed = (request: string) => Object.assign(new Error('not loaded'), { request })
const pageWith = (file: string) => new Response(`<script id="${BOOT_ELEMENT}">{"integrity":{"${file}":""}}</script>`)

function open(head: object, page: object = unreachable) {
  const network = openNetwork({ [`HEAD ${FILE}`]: head, [location.pathname]: page }, expect.fail)
  onTestFinished(network.close)
  return network
}

it.each([
  ['retry', 'is on the server', new Response()],
  ['retry', 'cannot be asked about', unreachable],
  ['retry', 'is on a server that fails', refusal(503, 'UNAVAILABLE', 'Not now.')],
  ['reload', 'is gone, where a new page uses another', GONE, pageWith('/r/mfe-a/2/late.js')],
  ['later', 'is gone, where a new page would miss it too', GONE, pageWith(FILE)],
  ['later', 'is gone, where there is no new page', GONE, refusal(503, 'UNAVAILABLE', 'Not now.')],
  ['later', 'is gone, where no page can be reached', GONE, unreachable],
])('%s helps with a file that %s', async (remedy, _which, head, page?: object) => {
  open(head, page)
  // As a shell's loader names it in a second attempt.
  onTestFinished(() => document.documentElement.removeAttribute(KEPT))
  expect(await findRemedy(failed(`${location.origin}${FILE}?retry=1`))).toBe(remedy)
  expect(document.documentElement.hasAttribute(KEPT)).toBe(head === unreachable)
})

it.each([
  ['later', ELSEWHERE + FILE],
  ['reload', FILE],
])('%s helps with a file of another host, where a new page uses %s', async (remedy, used) => {
  open(GONE, pageWith(used))
  expect(await findRemedy(failed(ELSEWHERE + FILE))).toBe(remedy)
})

it('asks about the entry if the error names no file, and about nothing without one', async () => {
  const network = open(GONE, pageWith('/r/mfe-a/2/entry.js'))
  expect(await findRemedy(new Error('Not mounted within 9 ms.'))).toBe('retry')
  expect(network.asked).toEqual([])
  expect(await findRemedy(new Error('Not mounted within 9 ms.'), FILE)).toBe('reload')
})
