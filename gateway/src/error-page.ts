import { ERROR_STATUS } from '@aangan/contracts/errors'
import { handleError, prepareError } from '@aangan/service-kit/error-handler'
import type { AppError } from '@aangan/service-kit/errors'
import { policyHashOf } from '@aangan/service-kit/integrity'
import type { FastifyRequest } from 'fastify'

/** Inline, so that this page works when everything else is down. */
const STYLE = `
:root{color-scheme:light dark;--ink:#1d2321;--muted:#5b6662;--paper:#fbfaf7;--accent:#0f5c4d;--on:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#eceeea;--muted:#a3ada8;--paper:#141917;--accent:#7cc7b4;--on:#0d1311}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,sans-serif}
main{max-width:34rem;padding:2rem}
h1{font-size:1.75rem;line-height:1.15;margin:0 0 1rem}
p{margin:0 0 .75rem;overflow-wrap:anywhere}
small{color:var(--muted)}
a{display:inline-block;margin:1rem 0;padding:.65rem 1.25rem;border-radius:8px;background:var(--accent);color:var(--on);
text-decoration:none}`
const POLICY = `default-src 'none';style-src '${policyHashOf(STYLE)}';base-uri 'none';form-action 'none';frame-ancestors 'none'`

/** Browsers only send forms to addresses that do not take them. */
const NEEDS_SCRIPTS =
  'This form can only be sent with JavaScript. Turn it on in your browser, go back, and send it again.'

export function createErrorHandler(siteName: string): typeof handleError {
  return (error, request, reply) => {
    if (!wantsPage(request)) return handleError(error, request, reply)
    const known = prepareError(error, request, reply)
    reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8')
    void reply.send(page(siteName, known, request.id))
  }
}

/** Also with a form. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/.test(headers.accept ?? '')
}

function page(siteName: string, error: AppError, requestId: string): string {
  const status = ERROR_STATUS[error.code]
  const name = escaped(siteName)
  const message = error.code === 'METHOD_NOT_ALLOWED' ? NEEDS_SCRIPTS : error.message
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${status} · ${name}</title><style>${STYLE}</style></head>
<body><main><h1>Unexpected Application Error!</h1><p>${status} · ${escaped(message)}</p>
<a href="/">Go to ${name}</a><p><small>Request ${escaped(requestId)}</small></p></main></body></html>
`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
