import { go, shown, until } from '@aangan/remote/testing/user-actions'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { followHistory } from './history.ts'
import { MenuSheet } from './menu-sheet.tsx'

it('closes when Back leaves the page below it', async () => {
  history.replaceState({ key: 'before' }, '')
  history.pushState({ key: 'below' }, '')
  onTestFinished(followHistory())
  const closed: string[] = []
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    root.unmount()
    host.remove()
  })
  root.render(createElement(MenuSheet, { siteName: 'Aangan', links: [], onClose: () => closed.push('closed') }))
  await shown(page.getByRole('dialog', { name: 'Menu' }))
  expect(closed).toEqual([])
  await go(-1)
  await until(() => closed).toEqual(['closed'])
})
