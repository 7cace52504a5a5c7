import { OVERRIDE_PAGE } from '@aangan/contracts/services'

/** Type of the shell's script on a page with an override: the browser leaves it to START_SCRIPT. */
export const LATER = 'text/x-later'
export const OVERRIDE_ELEMENT = 'override'
export const BANNER = 'override-banner'

/**
 * Puts the local release, once the registry has checked it, into the page's data and then starts the shell. It comes
 * from the registry, so that it works with every release of the shell, and no other visitor loads it. Without a local
 * release the page has the site's own.
 */
export const START_SCRIPT = `
const boot = document.getElementById('boot')
const { name, origin, url } = JSON.parse(document.getElementById('${OVERRIDE_ELEMENT}').textContent)

async function ask() {
  const response = await fetch(url).catch(() => {
    throw 'It does not answer, or this browser blocks it: see that npx rspack serve runs, run npx aangan override again, and reload.'
  })
  const { release, problem } = response.ok ? await response.json() : {}
  if (problem) throw problem
  if (!release) throw 'It has been started anew: run npx aangan override again, and reload.'
  return release
}

async function check(local) {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(local) }
  const answer = fetch('${OVERRIDE_PAGE}/check', sent).then((response) => response.json())
  const { release, message = 'The site does not answer: reload.' } = await answer.catch(() => ({}))
  if (!release) throw message
  return release
}

async function take() {
  const release = await check(await ask())
  const page = JSON.parse(boot.textContent)
  boot.textContent = JSON.stringify({ ...page, remotes: { ...page.remotes, [name]: release } })
}

function startShell() {
  for (const later of document.querySelectorAll('script[type="${LATER}"]')) {
    const script = document.createElement('script')
    for (const { name, value } of later.attributes) if (name !== 'type') script.setAttribute(name, value)
    later.replaceWith(script)
  }
}

take()
  .catch((problem) => {
    document.querySelector('#${BANNER} p').textContent = \`You see the released \${name}, not that of \${origin}. \${problem}\`
  })
  .then(startShell)
`

/** For the page on which a person accepts an override. */
export const ACCEPT_SCRIPT = `
const form = document.querySelector('form[data-origin]')
const state = document.querySelector('[role=status]')

async function accept({ origin, url }) {
  state.textContent = 'Asking this computer … If the browser asks whether this site may reach it, allow it.'
  const local = await fetch(url).catch(() => {
    throw \`\${origin} does not answer in this browser. It must run on this computer, the browser must allow this site to reach it, and Safari loads nothing from http on a site with https.\`
  })
  const { code } = local.ok ? await local.json() : {}
  if (!code) throw \`\${origin} knows nothing of this: run npx aangan override on this computer.\`
  const body = JSON.stringify({ code })
  const answer = await fetch(location.pathname, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { url: page, message } = await answer.json()
  if (!answer.ok) throw message
  location.assign(page)
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  accept(form.dataset).catch((problem) => {
    state.textContent = String(problem)
  })
})
`

/** With the tokens of the shell's styles. */
export const STYLE = `
.override-banner {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.25rem 1rem;
  padding: 0.375rem var(--page-gutter);
  background: var(--color-marigold);
  color: var(--color-on-marigold);
  font-size: var(--text-14);
}
.override-banner p {
  flex: 1 1 12rem;
  min-width: 0;
  margin: 0;
  overflow-wrap: anywhere;
}
.override-banner form {
  margin: 0;
}
.override-banner button {
  min-height: 44px;
  padding: 0 1rem;
  border: 1px solid currentColor;
  border-radius: var(--radius-control);
  background: transparent;
  color: inherit;
  font: inherit;
  font-weight: var(--weight-strong);
  cursor: pointer;
}
.override-banner button:focus-visible {
  outline: 2px solid currentColor;
  outline-offset: 2px;
}
.override-page {
  display: grid;
  gap: var(--space-16);
  justify-items: start;
  max-width: 40rem;
  margin: 0 auto;
  padding: var(--space-48) var(--page-gutter);
  overflow-wrap: anywhere;
}
.override-page dl {
  display: grid;
  grid-template-columns: auto 1fr;
  gap: var(--space-8) var(--space-16);
  margin: 0;
}
.override-page dt {
  color: var(--color-muted);
}
.override-page dd {
  margin: 0;
}
.override-page button {
  min-height: var(--control);
  padding: 0 var(--space-24);
  border: 0;
  border-radius: var(--radius-control);
  background: var(--color-accent);
  color: var(--color-on-accent);
  font: inherit;
  font-weight: var(--weight-medium);
  cursor: pointer;
}
`
