import { input } from '@aangan/remote/testing/input'
import { screensOf } from '@aangan/remote/testing/screens'
import { click, gone, press, shown } from '@aangan/remote/testing/user-actions'
import { configureStore } from '@reduxjs/toolkit'
import { createElement, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { DeleteDialog } from './delete-dialog.tsx'

let answer: { resolve: () => void; reject: (error: Error) => void }
let said: string[]

beforeEach(() => {
  said = []
})

const renderDialog = screensOf({
  makeStore: () => configureStore({ reducer: (state = {}) => state }),
  routes: [{ path: '/', Component: Page }],
})

function Page() {
  const [isOpen, setIsOpen] = useState(true)
  const end = (what: string) => () => {
    said.push(what)
    setIsOpen(false)
  }
  const onDelete = () =>
    new Promise<void>((resolve, reject) => {
      answer = { resolve, reject }
    })
  const parts = { title: 'Home of mine', onDelete, onDeleted: end('deleted'), onClose: end('kept') }
  return isOpen && createElement(DeleteDialog, parts)
}

const dialog = page.getByRole('dialog')
const button = (name: string) => dialog.getByRole('button', { name, exact: true })

async function tryToClose(): Promise<void> {
  for (const name of ['Keep it', 'Close']) (await shown(button(name))).click()
  // The browser does not let a page prevent the second one.
  for (const _time of [1, 2]) await press('Escape')
  await input.movePointer(5, 5)
  await input.pressPointer()
  await input.releasePointer()
}

it('stays open until the response, and shows why deleting failed', async () => {
  await renderDialog('/')
  await click(button('Delete'))
  await tryToClose()
  await shown(button('Delete'))
  expect(said).toEqual([])
  answer.reject(new Error('The site is away.'))
  await shown(dialog.getByRole('alert').getByText('The listing was not deleted. The site is away.'))
  await click(button('Delete'))
  await press('Escape')
  answer.resolve()
  await gone(dialog)
  expect(said).toEqual(['deleted'])
})

it('closes without deleting', async () => {
  await renderDialog('/')
  await click(button('Keep it'))
  await gone(dialog)
  expect(said).toEqual(['kept'])
})
