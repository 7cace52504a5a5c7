import { escapeHtml, escapeJson, tag } from '@aangan/contracts/html'
import { localUrl } from '@aangan/contracts/override'
import { OVERRIDE_PAGE } from '@aangan/contracts/services'
import type { Grant, Override } from './grants.ts'
import { BANNER, OVERRIDE_ELEMENT } from './in-browser.ts'

const RESET = `${OVERRIDE_PAGE}/reset`

/** For the head of a page whose remote is replaced. */
export function overrideHead(): string[] {
  return [styleTag(), `${tag('script', { defer: true, src: `${OVERRIDE_PAGE}/start.js` })}</script>`]
}

/** A form, so that one click ends the override whatever the remote's or the shell's scripts do. */
export function overrideBanner({ name, origin }: Override): string[] {
  const url = localUrl({ origin, name })
  const what = `You see <strong>${escapeHtml(name)}</strong> from ${escapeHtml(origin)} in this browser only`
  return [
    `<aside class="${BANNER}" id="${BANNER}" aria-label="Local version">`,
    `<p>${what}</p>${resetForm()}`,
    '</aside>',
    `${tag('script', { type: 'application/json', id: OVERRIDE_ELEMENT })}${escapeJson({ name, origin, url })}</script>`,
  ]
}

interface OverridePage {
  siteName: string
  /** Of the shell. */
  styles: string[]
  content: string[]
}

export function renderOverridePage({ siteName, styles, content }: OverridePage): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="robots" content="noindex">',
    `<title>Try a local version · ${escapeHtml(siteName)}</title>`,
    ...styles,
    styleTag(),
    '</head>',
    `<body><main class="override-page">${content.join('\n')}</main></body>`,
    '</html>',
  ].join('\n')
}

/** What a person decides about: it says plainly what will happen. */
export function acceptContent({ name, origin, by }: Grant, siteName: string): string[] {
  const [remote, from, site] = [name, origin, siteName].map(escapeHtml)
  return [
    `<h1>Try a local ${remote}?</h1>`,
    `<p>For one hour, pages of ${site} in this browser take ${remote} from a program on this computer. Nobody else sees it.</p>`,
    `<dl><dt>Part</dt><dd>${remote}</dd><dt>From</dt><dd>${from}</dd><dt>Granted by</dt><dd>${escapeHtml(by)}</dd></dl>`,
    `<p>That program can then do everything here that you can, with the account that you are signed in with. Go on only if you have started it yourself. If somebody sent you this link, close the page.</p>`,
    `${tag('form', { 'data-origin': origin, 'data-url': localUrl({ origin, name }) })}<button>Use it in this browser</button></form>`,
    '<p role="status"></p>',
    `${tag('script', { defer: true, src: `${OVERRIDE_PAGE}/accept.js` })}</script>`,
  ]
}

export function currentContent(override: Override | null, { isExpired }: { isExpired: boolean }): string[] {
  const how = 'In the folder of a remote, <code>npx aangan override</code> prints a link.'
  if (override === null && isExpired)
    return ['<h1>This link can no longer be used</h1>', `<p>It is valid for five minutes, and once. ${how}</p>`]
  if (override === null) return ['<h1>No local version</h1>', `<p>This browser shows the site as it is. ${how}</p>`]
  const [remote, from, by] = [override.name, override.origin, override.by].map(escapeHtml)
  return [
    `<h1>A local ${remote}</h1>`,
    `<p>This browser takes ${remote} from ${from}, granted by ${by}.</p>`,
    resetForm(),
  ]
}

function resetForm(): string {
  return `${tag('form', { method: 'post', action: RESET })}<button>Reset</button></form>`
}

function styleTag(): string {
  return tag('link', { rel: 'stylesheet', href: `${OVERRIDE_PAGE}/style.css` })
}
