import { screensOf } from '@aangan/remote/testing/screens'
import { click, hasFocus, press, until } from '@aangan/remote/testing/user-actions'
import { configureStore } from '@reduxjs/toolkit'
import { createElement, useState } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Button } from './button.tsx'

let sent: string[]
let pressed: string[]

const renderForm = screensOf({
  makeStore: () => configureStore({ reducer: (state = {}) => state }),
  routes: [{ path: '/', Component: Form }],
})

function Form() {
  const [busy, setBusy] = useState(false)
  return createElement(
    'form',
    {
      onSubmit: (event) => {
        event.preventDefault()
        sent.push('sent')
        setBusy(true)
      },
    },
    createElement('input', { 'aria-label': 'Name' }),
    createElement(Button, { type: 'submit', busy, onClick: () => pressed.push('pressed') }, 'Send'),
  )
}

it('keeps the focus while busy, and sends its form once', async () => {
  sent = []
  pressed = []
  await renderForm('/')
  const send = page.getByRole('button', { name: 'Send' })
  await click(send)
  await until(() => send.element().getAttribute('aria-busy')).toBe('true')
  expect(hasFocus(send)).toBe(true)
  await click(send)
  await press('Enter')
  await press('Space')
  await click(page.getByRole('textbox', { name: 'Name' }))
  await press('Enter')
  expect([sent, pressed]).toEqual([['sent'], ['pressed']])
})
