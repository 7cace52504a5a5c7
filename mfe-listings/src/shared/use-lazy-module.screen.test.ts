import { BOOT_ELEMENT } from '@aangan/contracts/page'
import { screensOf } from '@aangan/remote/testing/screens'
import { click, shown, until } from '@aangan/remote/testing/user-actions'
import { configureStore } from '@reduxjs/toolkit'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { useLazyModule } from './use-lazy-module.ts'

const FILE = '/r/mfe-listings/1/late.js'
const loads = { count: 0, fails: true }

async function load() {
  loads.count += 1
  if (loads.fails) throw Object.assign(new Error('Loading chunk 7 failed.'), { request: FILE })
  return { text: 'It is here' }
}

function Part() {
  const { ready, failed, request, prefetch } = useLazyModule(load)
  const button = (name: string, onClick: () => void) => createElement('button', { type: 'button', onClick }, name)
  const shown = createElement('span', { role: 'status' }, ready?.text ?? failed ?? 'Nothing yet')
  return createElement('p', null, button('Open', request), button('Hover', prefetch), shown)
}

const render = screensOf({
  makeStore: () => configureStore({ reducer: (state = {}) => state }),
  routes: [{ path: '/', Component: Part }],
})
const press = (name: string) => click(page.getByRole('button', { name }))
const says = (text: string) => shown(page.getByRole('status').getByText(text, { exact: true }))

it('says what helps after a failure, loads once at a time, and loads when asked again', async () => {
  Object.assign(loads, { count: 0, fails: true })
  const isGone = new Response(null, { status: 404 })
  const { expectProblem, network } = await render('/', {
    network: { [`HEAD ${FILE}`]: isGone, '/': new Response(`<i id="${BOOT_ELEMENT}">/r/mfe-listings/2/</i>`) },
  })
  expectProblem(/Loading chunk 7 failed/)
  await press('Hover')
  await press('Open')
  await says('reload')
  expect(loads.count).toBe(2)
  await press('Hover')
  await says('reload')
  expect(loads.count).toBe(2)
  network.answer(`HEAD ${FILE}`, new Response())
  await press('Open')
  await says('retry')
  loads.fails = false
  await press('Open')
  await says('It is here')
  await press('Open')
  await until(() => loads.count).toBe(5)
})
