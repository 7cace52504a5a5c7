import { configureStore } from '@reduxjs/toolkit'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Offer } from './offer.tsx'
import { screensOf } from './testing/screens.ts'
import { until } from './testing/user-actions.ts'

const GAP = 32

const renderPage = screensOf({
  makeStore: () => configureStore({ reducer: (state = {}) => state }),
  connect: () => () => {},
  routes: [
    {
      path: '/',
      Component: () =>
        createElement('div', { style: { display: 'grid', gap: GAP } }, [
          createElement('p', { key: 'above' }, 'Above'),
          createElement(Offer, { key: 'offer', slot: 'profile.inbox', props: {} }),
          createElement('p', { key: 'below' }, 'Below'),
        ]),
    },
  ],
})

it('takes no space, and no gap, while no remote fills it', async () => {
  const { offers } = await renderPage('/')
  await until(() => offers).toHaveLength(1)
  const boxOf = (text: string) => page.getByText(text).element().getBoundingClientRect()
  expect(boxOf('Below').top - boxOf('Above').bottom).toBe(GAP)
})
