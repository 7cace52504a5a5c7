import type { Remedy } from '@aangan/remote/find-remedy'
import { openRoot } from '@aangan/remote/testing/open-root'
import { click, shown, until } from '@aangan/remote/testing/user-actions'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CodeFailed, CodeFailedLine } from './code-failed.tsx'

const NEW = 'There is a new version of this site'
const AWAY = 'The map could not be loaded'

it.each<[Remedy, RegExp, string]>([
  ['retry', new RegExp(`${AWAY}.*Check your connection`), 'Try again'],
  ['reload', new RegExp(`${NEW}.*Reload the page`), 'Reload the page'],
  ['later', new RegExp(`${AWAY}.*not available at the moment`), 'Try again'],
])('says what helps: %s', async (remedy, text, button) => {
  const retries: string[] = []
  for (const Failed of [CodeFailed, CodeFailedLine]) {
    const props = { title: AWAY, remedy, onRetry: () => void retries.push('again') }
    const { host, root } = openRoot()
    root.render(createElement(Failed, props))
    const alert = page.elementLocator(host).getByRole('alert')
    await shown(alert)
    expect(alert.element().textContent).toMatch(text)
    await shown(alert.getByRole('button', { name: button, exact: true }))
    if (remedy !== 'reload') await click(alert.getByRole('button'))
  }
  // Once online again it retries by itself, but never reloads a page that somebody uses.
  window.dispatchEvent(new Event('online'))
  expect(retries).toHaveLength(remedy === 'reload' ? 0 : 4)
})

it.each([{ isAnswer: true }, { role: 'status' as const }])(
  'does not load by itself what would come as a surprise: %j',
  (line) => {
    let retries = 0
    const props = { title: AWAY, remedy: 'retry' as const, onRetry: () => void retries++, ...line }
    const { host, root } = openRoot()
    flushSync(() => root.render(createElement(CodeFailedLine, props)))
    expect(host.textContent).toContain(AWAY)
    window.dispatchEvent(new Event('online'))
    expect(retries).toBe(0)
  },
)

it('scrolls to what answers a press, and only to that', async () => {
  const { host, root } = openRoot()
  host.style.marginBlockStart = '3000px'
  const line = { title: AWAY, remedy: 'retry' as const, onRetry: () => undefined }
  root.render(createElement(CodeFailedLine, line))
  await shown(page.elementLocator(host).getByRole('alert'))
  expect(window.scrollY).toBe(0)
  root.render(createElement(CodeFailedLine, { ...line, key: 'pressed', isAnswer: true }))
  const button = page.elementLocator(host).getByRole('button')
  await until(() => button.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight + 1)
})
