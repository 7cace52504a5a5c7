import { screensOf } from '@aangan/remote/testing/screens'
import { click, shown, until } from '@aangan/remote/testing/user-actions'
import { configureStore } from '@reduxjs/toolkit'
import { createElement, Fragment } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { useToast } from './toast.tsx'

const PHONE = { width: 390, height: 844 }

const renderBar = screensOf({
  makeStore: () => configureStore({ reducer: (state = {}) => state }),
  routes: [{ path: '/', Component: Bar }],
})

/** Where a phone has the actions of a listing. */
function Bar() {
  const [toast, say] = useToast()
  const button = (label: string, bottom: string) =>
    createElement(
      'button',
      { type: 'button', style: { position: 'fixed', inset: `auto 0 ${bottom} 0` }, onClick: () => say('Saved.') },
      label,
    )
  return createElement(Fragment, null, button('Save', '9.5rem'), button('Share', '40rem'), toast)
}

const toast = page.getByRole('status')
const middle = () => {
  const { top, bottom } = toast.element().getBoundingClientRect()
  return (top + bottom) / 2
}
const isApart = (name: string) => {
  const { top, bottom } = page.getByRole('button', { name }).element().getBoundingClientRect()
  const box = toast.element().getBoundingClientRect()
  return box.bottom < top || bottom < box.top
}

it('is never over the element that has the focus', async () => {
  await renderBar('/', { viewport: PHONE })
  await click(page.getByRole('button', { name: 'Share' }))
  await shown(toast.getByText('Saved.'))
  expect(middle()).toBeGreaterThan(PHONE.height / 2)
  await click(page.getByRole('button', { name: 'Save' }))
  await until(() => isApart('Save')).toBe(true)
  expect(middle()).toBeLessThan(PHONE.height / 2)
  await click(page.getByRole('button', { name: 'Share' }))
  await until(() => middle() > PHONE.height / 2).toBe(true)
})
