import { screensOf } from '@aangan/remote/testing/screens'
import { click, gone, hasFocus, press, shown, until } from '@aangan/remote/testing/user-actions'
import { configureStore } from '@reduxjs/toolkit'
import { createElement, Fragment, useState } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { TabPanel, Tabs } from './tabs.tsx'

const NAMES = ['Homes for sale', 'Homes to rent', 'Land and plots', 'Offices and shops']
const PHONE = { width: 390, height: 844 }

const renderTabs = screensOf({
  makeStore: () => configureStore({ reducer: (state = {}) => state }),
  connect: () => () => {},
  routes: [
    { path: '/', Component: () => createElement(Example, { first: '0' }) },
    { path: '/last', Component: () => createElement(Example, { first: '3' }) },
  ],
})

function Example({ first }: { first: string }) {
  const [value, onChange] = useState(first)
  const tabs = NAMES.map((label, at) => ({ value: String(at), label }))
  const panels = tabs.map(({ value: of, label }) =>
    createElement(TabPanel, { key: of, id: 'x', value: of, chosen: value }, `All ${label}`),
  )
  return createElement(Fragment, null, createElement(Tabs, { id: 'x', label: 'Kinds', tabs, value, onChange }), panels)
}

const tab = (name: string) => page.getByRole('tab', { name })
const words = (name: string) => page.getByText(`All ${name}`)
const chosen = () => page.getByRole('tab', { selected: true }).element().textContent

it('shows only the panel of the selected tab on a phone, named after it', async () => {
  await renderTabs('/', { viewport: PHONE })
  await shown(page.getByRole('tabpanel', { name: 'Homes for sale' }).getByText('All Homes for sale'))
  await gone(words('Homes to rent'))
  await click(tab('Homes to rent'))
  await shown(page.getByRole('tabpanel', { name: 'Homes to rent' }))
  await gone(words('Homes for sale'))
  expect(tab('Homes to rent').element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
})

it('moves between tabs with the arrow keys, wrapping around, and is one tab stop', async () => {
  await renderTabs('/', { viewport: PHONE })
  await click(tab('Homes for sale'))
  for (const [key, name] of [
    ['ArrowRight', 'Homes to rent'],
    ['ArrowLeft', 'Homes for sale'],
    ['ArrowLeft', 'Offices and shops'],
    ['ArrowRight', 'Homes for sale'],
    ['End', 'Offices and shops'],
    ['Home', 'Homes for sale'],
  ] as const) {
    await press(key)
    await until(chosen).toBe(name)
    expect(hasFocus(tab(name))).toBe(true)
  }
  await press('Tab')
  expect(document.activeElement?.getAttribute('role')).not.toBe('tab')
})

it('scrolls to the selected tab if not all fit', async () => {
  await renderTabs('/last', { viewport: PHONE })
  const right = (name: string) => tab(name).element().getBoundingClientRect().right
  await until(() => right('Offices and shops')).toBeLessThanOrEqual(PHONE.width)
  expect(tab('Homes for sale').element().getBoundingClientRect().left).toBeLessThan(0)
  expect(document.documentElement.scrollWidth).toBe(PHONE.width)
  // A count arrives in another tab.
  tab('Homes to rent').element().append(' (120 new)')
  await until(() => right('Offices and shops')).toBeLessThanOrEqual(PHONE.width)
})

it('shows all panels without tabs on a wide screen', async () => {
  await renderTabs('/', { viewport: { width: 1024, height: 768 } })
  for (const name of NAMES) await shown(words(name))
  await gone(page.getByRole('tab'))
  expect(page.getByRole('tabpanel').query()).toBe(null)
})
