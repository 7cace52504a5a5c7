import type { PageBoot } from '@aangan/contracts/page'
import type { RemoteRelease } from '@aangan/contracts/remotes'
import { openTestContext } from '@aangan/remote/testing/context'
import { shown, until } from '@aangan/remote/testing/user-actions'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import type { ParcelConfigObject } from 'single-spa'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { App } from './app.tsx'
import { followHistory } from './navigation/history.ts'
import { remotesWith } from './testing/remotes.ts'

const release = (path: string) =>
  ({ version: '1', entry: '', offers: {}, nav: [], routes: [{ path }] }) as unknown as RemoteRelease

it('shows a remote that is released for the open address', async () => {
  const boot = {
    site: { name: 'Aangan' },
    shell: { deadlineMs: 20_000 },
    remotes: { homes: release('/{word}') },
  } as unknown as PageBoot
  const listeners = new Set<() => void>()
  const remotes = remotesWith({
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load: async (name) =>
      ({
        mount: async ({ domElement }: { domElement: HTMLElement }) => {
          domElement.textContent = `This is ${name}`
        },
        unmount: async () => undefined,
      }) as unknown as ParcelConfigObject,
  })
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  window.history.pushState(null, '', '/elsewhere/tours')
  const stop = followHistory()
  onTestFinished(() => {
    stop()
    root.unmount()
    host.remove()
  })
  const { context } = openTestContext()
  root.render(createElement(App, { boot, remotes, contextOf: () => context }))
  await shown(page.getByText('There is no page at this link.'))
  boot.remotes.tours = release('/elsewhere/tours')
  for (const listener of listeners) listener()
  await until(() => host.querySelector('main')?.textContent).toBe('This is tours')
  expect(page.getByText('There is no page at this link.').elements()).toEqual([])
})
