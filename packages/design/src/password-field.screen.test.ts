import { screensOf } from '@aangan/remote/testing/screens'
import { click, fill, hasFocus, press, shown, until } from '@aangan/remote/testing/user-actions'
import { configureStore } from '@reduxjs/toolkit'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PasswordField } from './password-field.tsx'

const renderForm = screensOf({
  makeStore: () => configureStore({ reducer: (state = {}) => state }),
  routes: [{ path: '/', Component: Form }],
})

function Form() {
  const field = createElement(PasswordField, { name: 'password', label: 'Password', autoComplete: 'new-password' })
  return createElement('form', { onSubmit: (event) => event.preventDefault() }, field)
}

const field = page.getByLabelText('Password', { exact: true })
const show = page.getByRole('button', { name: 'Show password', exact: true })
const hide = page.getByRole('button', { name: 'Hide password', exact: true })
const attribute = (name: string) => field.element().getAttribute(name)

it('shows the password and hides it again, by pointer and by key', async () => {
  await renderForm('/')
  await fill(field, 'correct horse')
  await press('Tab')
  expect(hasFocus(show)).toBe(true)
  await press('Enter')
  await shown(hide)
  expect(attribute('type')).toBe('text')
  await click(hide)
  await shown(show)
  expect(attribute('type')).toBe('password')
})

it('stays what a password manager looks for, and is no text for a spelling service', async () => {
  await renderForm('/')
  await click(show)
  expect(['name', 'autocomplete', 'spellcheck'].map(attribute)).toEqual(['password', 'new-password', 'false'])
})

it('is hidden when its form is sent: browsers offer to keep passwords only', async () => {
  await renderForm('/')
  await click(show)
  await fill(field, 'correct horse')
  await press('Enter')
  await until(() => attribute('type')).toBe('password')
})

it('has a button that a thumb finds, and that covers no text', async () => {
  await renderForm('/')
  const { width, height, left } = (await shown(show)).getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  const input = field.element()
  const end = input.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(input).paddingRight)
  expect(end).toBeLessThanOrEqual(left)
})
