import { describeProblem } from './problem.js'

const RETRY_S = 1

/**
 * What is answered while there is no site to pass a request on to: a page that says why, and asks again by itself.
 * @param {import('./problem.js').Problem[]} problems
 * @param {import('node:http').ServerResponse} response
 */
export function answerUnavailable(problems, response) {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': String(RETRY_S),
  }
  response.writeHead(503, headers).end(`<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="${RETRY_S}">
<title>Not running</title>
<h1>Nothing can be shown until this is repaired</h1>
<pre>${escapeHtml(problems.map(describeProblem).join('\n\n'))}</pre>
`)
}

/** @param {string} text */
function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
