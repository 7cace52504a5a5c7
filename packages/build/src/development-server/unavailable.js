import { describeProblem } from './problem.js'

const RETRY_S = 1

/** Sends a page with the problems that reloads itself. @param {import('./problem.js').Problem[]} problems @param {import('node:http').ServerResponse} response */
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
<h1>The site cannot start until this is fixed</h1>
<pre>${escapeHtml(problems.map(describeProblem).join('\n\n'))}</pre>
`)
}

/** @param {string} text */
function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
