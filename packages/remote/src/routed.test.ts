import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { useLocation } from 'react-router-dom'
import { expect, it, onTestFinished, vi } from 'vitest'
import { useSession } from './context.tsx'
import { preloadRoutes, Routed } from './routed.tsx'
import { screen } from './screen.ts'
import { createStore } from './store.ts'
import { openTestContext } from './testing/context.ts'

const user = { id: 'a'.repeat(24), username: 'asha', avatar: null, createdAt: '2026-01-02T03:04:05.000Z' }

function Where() {
  const { pathname, search } = useLocation()
  const { status } = useSession()
  return createElement('p', null, `${pathname}${search} for a ${status}`)
}

it('renders a page on the server for the given URL and user', async () => {
  const { context } = openTestContext({ status: 'user', user })
  const store = createStore(context, { reducer: () => null })
  const routes = [{ path: '/list', Component: screen(async () => Where) }]
  await preloadRoutes(routes, '/list?city=Pune', '')
  const page = createElement(Routed, { routes, context, store, location: '/list?city=Pune' })
  expect(renderToString(page)).toContain('<p>/list?city=Pune for a user</p>')
})

it('does not try again on a server to load a screen that fails, but says why', async () => {
  let loads = 0
  const load = async () => {
    loads += 1
    throw new ReferenceError('window is not defined')
  }
  const preloaded = preloadRoutes([{ path: '/list', Component: screen(load) }], '/list', '')
  await expect(preloaded).rejects.toThrow('window is not defined')
  expect(loads).toBe(1)
})

it.each(['/elsewhere', '/login'])('shows nothing, and warns of nothing, where it has no page: %s', (location) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const { context } = openTestContext({ status: 'user', user })
  const store = createStore(context, { reducer: () => null })
  const routes = [
    { path: '/list', Component: Where },
    { path: '/:id', Component: Where },
  ]
  expect(renderToString(createElement(Routed, { routes, context, store, location }))).not.toContain('for a user')
  expect(warn.mock.calls).toEqual([])
})
