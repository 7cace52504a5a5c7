import { configureStore } from '@reduxjs/toolkit'
import { createElement, Suspense } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { defineRemote } from './define-remote.tsx'
import { screen } from './screen.ts'
import { openTestContext } from './testing/context.ts'
import { openRoot } from './testing/open-root.ts'
import { shown, until } from './testing/user-actions.ts'

const remote = defineRemote({
  makeStore: () => configureStore({ reducer: (state = {}) => state }),
  connect: () => () => {},
})

function goTo(path: string): void {
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

it('a next screen that cannot be loaded is reported, and loaded anew once the remote is mounted again', async () => {
  const before = location.href
  let loads = 0
  let isThere = false
  const load = async () => {
    loads += 1
    if (!isThere) throw new Error('The file is not there')
    return () => createElement('h1', null, 'The next screen')
  }
  const first = () => createElement('h1', null, 'The first screen')
  const routes = [
    { path: '/first', Component: screen(async () => first) },
    { path: '/next', Component: screen(load) },
  ]
  const { bootstrap, mount, unmount } = remote.page({ routes })
  const reported: unknown[] = []
  const domElement = document.body.appendChild(document.createElement('div'))
  const report = (error: unknown, options?: { fatal?: boolean }) => void (options?.fatal && reported.push(error))
  const props = { ...openTestContext().context, report, domElement, name: 'remote' }
  const run = async (steps: unknown) => {
    for (const step of [steps].flat()) await (step as (given: typeof props) => Promise<unknown>)(props)
  }
  onTestFinished(async () => {
    await run(unmount)
    domElement.remove()
    history.replaceState(null, '', before)
  })
  goTo('/first')
  await run(bootstrap)
  await run(mount)
  await shown(page.getByText('The first screen'))
  goTo('/next')
  await until(() => reported).toHaveLength(1)
  expect(loads).toBe(2)

  isThere = true
  await run(unmount)
  await run(mount)
  await shown(page.getByText('The next screen'))
})

it('a screen whose prefetch failed is loaded anew when it is shown', async () => {
  let isThere = false
  const Late = screen(async () => {
    if (!isThere) throw new Error('The file is not there')
    return () => createElement('h1', null, 'It came late')
  })
  await expect(Late.preload()).rejects.toThrow('not there')
  isThere = true
  const { root } = openRoot()
  root.render(createElement(Suspense, null, createElement(Late)))
  await shown(page.getByText('It came late'))
})
