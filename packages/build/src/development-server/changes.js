/** @typedef {import('../development/problem.ts').DevelopmentState} DevelopmentState */

/**
 * The event stream that tells open pages the newest compilation of each part, and the current problems.
 * @returns {{
 *   state: DevelopmentState,
 *   tell: () => void,
 *   answer: (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void,
 *   end: () => void,
 * }}
 */
export function createChanges() {
  /** @type {Set<import('node:http').ServerResponse>} */
  const pages = new Set()
  /** @type {DevelopmentState} */
  const state = { hashes: {}, problems: [], pages: 1 }
  const event = () => `data: ${JSON.stringify(state)}\n\n`
  return {
    state,
    tell() {
      for (const page of pages) page.write(event())
    },
    answer(_request, response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write(event())
      pages.add(response)
      response.on('close', () => pages.delete(response))
    },
    end() {
      for (const page of pages) page.end()
    },
  }
}
