import { openRoot } from '@aangan/remote/testing/open-root'
import { go, shown, until } from '@aangan/remote/testing/user-actions'
import { createElement } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { followHistory } from './history.ts'
import { MenuSheet } from './menu-sheet.tsx'

it('closes when Back leaves the page below it', async () => {
  history.replaceState({ key: 'before' }, '')
  history.pushState({ key: 'below' }, '')
  onTestFinished(followHistory())
  const closed: string[] = []
  const { root } = openRoot()
  root.render(createElement(MenuSheet, { siteName: 'Aangan', links: [], onClose: () => closed.push('closed') }))
  await shown(page.getByRole('dialog', { name: 'Menu' }))
  expect(closed).toEqual([])
  await go(-1)
  await until(() => closed).toEqual(['closed'])
})
