import { BOOT_ELEMENT } from '@aangan/contracts/page'
import { signInReason } from '@aangan/contracts/sign-in'
import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { expect, it, onTestFinished } from 'vitest'
import { useEntryState } from './use-entry-state.ts'

function Reason() {
  return createElement('p', null, signInReason(useEntryState()))
}

it('is hydrated as the server knew it, and then what the entry says', async () => {
  const before = window.location.href
  window.history.replaceState({ usr: { reason: 'You were signed out.' } }, '', '/login')
  document.body.innerHTML = `<script type="application/json" id="${BOOT_ELEMENT}">{"state":{"reason":"Sign in first."}}</script><div><p>Sign in first.</p></div>`
  const element = document.querySelector('div') as HTMLElement
  const errors: unknown[] = []
  const app = createElement(BrowserRouter, null, createElement(Reason))
  const root = hydrateRoot(element, app, { onRecoverableError: (error) => errors.push(error) })
  onTestFinished(() => {
    root.unmount()
    document.body.replaceChildren()
    window.history.replaceState(null, '', before)
  })
  await expect.poll(() => element.textContent).toBe('You were signed out.')
  expect(errors).toEqual([])
})
