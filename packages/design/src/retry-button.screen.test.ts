import { screensOf } from '@aangan/remote/testing/screens'
import { click, gone, hasFocus, until } from '@aangan/remote/testing/user-actions'
import { configureStore } from '@reduxjs/toolkit'
import { createElement, useState } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { RetryButton } from './retry-button.tsx'

/** What each part shows after a retry; all but the first have a heading already. */
const LOADED = {
  Nearby: createElement('section', null, createElement('h2', null, 'Nearby homes')),
  Views: createElement('p', null, '12 views'),
  Field: createElement('input', { 'aria-label': 'Name', autoFocus: true }),
}

const renderParts = screensOf({
  makeStore: () => configureStore({ reducer: (state = {}) => state }),
  routes: [{ path: '/', Component: Parts }],
})

function Parts() {
  const parts = Object.entries(LOADED).map(([name, loaded]) => createElement(Part, { key: name, name }, loaded))
  return createElement('article', null, createElement('h1', null, 'A home'), parts)
}

function Part({ name, children }: { name: string; children?: React.ReactNode }) {
  const [isLoaded, setLoaded] = useState(false)
  const retry = createElement(RetryButton, { onClick: () => setLoaded(true) }, `Retry ${name}`)
  const content = isLoaded ? children : createElement('div', { role: 'alert' }, retry)
  if (name === 'Nearby') return createElement('div', null, content)
  return createElement('section', null, createElement('h2', null, name), content)
}

it.each([
  ['Nearby', page.getByRole('heading', { name: 'Nearby homes' })],
  ['Views', page.getByRole('heading', { name: 'Views' })],
  ['Field', page.getByRole('textbox', { name: 'Name' })],
])('passes the focus on when it is removed: %s', async (name, next) => {
  await renderParts('/')
  const retry = page.getByRole('button', { name: `Retry ${name}` })
  await click(retry)
  await gone(retry)
  await until(() => hasFocus(next)).toBe(true)
})

it('leaves the focus where somebody has moved it', async () => {
  await renderParts('/')
  await click(page.getByRole('button', { name: 'Retry Field' }))
  const field = page.getByRole('textbox', { name: 'Name' })
  await until(() => hasFocus(field)).toBe(true)
  const retry = page.getByRole('button', { name: 'Retry Views' })
  ;(retry.element() as HTMLElement).click()
  await gone(retry)
  expect(hasFocus(field)).toBe(true)
})
