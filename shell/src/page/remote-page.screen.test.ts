import { BOOT_ELEMENT, KEPT, type PageBoot } from '@aangan/contracts/page'
import { RemoteProvider } from '@aangan/remote/context'
import { openTestContext } from '@aangan/remote/testing/context'
import { openNetwork, unreachable } from '@aangan/remote/testing/network'
import { openRoot } from '@aangan/remote/testing/open-root'
import { shown } from '@aangan/remote/testing/user-actions'
import { createElement } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { remotesWith, showing } from '../testing/remotes.ts'
import { RemotePage } from './remote-page.tsx'

it.each([
  ['removed, and another one is current', 404, 'new', 'There is a new version of this site', 'Reload the page'],
  ['removed, and current all the same', 404, 'old', 'not available at the moment', 'Try again'],
  ['there', 200, 'new', 'The rest still works', 'Try again'],
  ['out of reach', null, 'old', 'The page will load as soon as it can be reached again.', 'Try again'],
])('offers what can help if its release is %s', async (_, status, current, text, button) => {
  const lost = Object.assign(new Error('Failed to fetch'), { request: '/remotes/old/entry.js' })
  const network = openNetwork(
    {
      'HEAD /remotes/old/entry.js': status === null ? unreachable : new Response(null, { status }),
      [location.pathname]: new Response(`<i id="${BOOT_ELEMENT}">"/remotes/${current}/entry.js"</i>`),
    },
    expect.fail,
  )
  const { root } = openRoot()
  onTestFinished(() => {
    network.close()
    document.documentElement.removeAttribute(KEPT)
  })
  const context = { ...openTestContext().context, report() {} }
  const remotePage = createElement(RemotePage, {
    name: 'mfe-static',
    path: '/agents',
    screens: [],
    boot: {
      shell: { deadlineMs: 20_000 },
      remotes: { 'mfe-static': { entry: '/remotes/old/entry.js' } },
    } as unknown as PageBoot,
    remotes: remotesWith(status === null ? { load: () => Promise.reject(lost) } : {}),
    contextOf: () => context,
  })
  root.render(createElement(RemoteProvider, { value: context }, remotePage))
  await shown(page.getByRole('alert').getByRole('button', { name: button, exact: true }))
  await shown(page.getByRole('alert').getByText(text))
  expect(
    page
      .getByRole('alert')
      .getByRole('button', { name: /Reload|Try/ })
      .elements(),
  ).toHaveLength(1)
})

it('shows that the reader is offline, and loads the page once they are online', async () => {
  let isOnline = false
  const offline = Object.defineProperty(navigator, 'onLine', { get: () => isOnline, configurable: true })
  const retries: boolean[] = []
  const { root } = openRoot()
  onTestFinished(() => void Reflect.deleteProperty(offline, 'onLine'))
  const context = { ...openTestContext().context, report() {} }
  const remotePage = createElement(RemotePage, {
    name: 'mfe-static',
    path: '/agents',
    screens: [],
    boot: { shell: { deadlineMs: 20_000 }, remotes: {} } as PageBoot,
    remotes: remotesWith({
      load: async () => (isOnline ? showing('The agents') : Promise.reject(new TypeError('Failed to fetch'))),
      reset: () => void retries.push(isOnline),
    }),
    contextOf: () => context,
  })
  root.render(createElement(RemoteProvider, { value: context }, remotePage))
  await shown(page.getByRole('alert').getByRole('heading', { name: 'You are offline' }))
  isOnline = true
  window.dispatchEvent(new Event('online'))
  await shown(page.getByText('The agents'))
  expect(retries).toEqual([true])
})
