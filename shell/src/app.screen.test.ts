import type { PageBoot } from '@aangan/contracts/page'
import type { RemoteRelease } from '@aangan/contracts/remotes'
import { openTestContext } from '@aangan/remote/testing/context'
import { openRoot } from '@aangan/remote/testing/open-root'
import { shown, until } from '@aangan/remote/testing/user-actions'
import { createElement } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { App } from './app.tsx'
import { followHistory } from './navigation/history.ts'
import { remotesWith, showing } from './testing/remotes.ts'

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
    load: async (name) => showing(`This is ${name}`),
  })
  window.history.pushState(null, '', '/elsewhere/tours')
  onTestFinished(followHistory())
  const { host, root } = openRoot()
  const { context } = openTestContext()
  root.render(createElement(App, { boot, remotes, contextOf: () => context }))
  await shown(page.getByText('There is no page at this link.'))
  boot.remotes.tours = release('/elsewhere/tours')
  for (const listener of listeners) listener()
  await until(() => host.querySelector('main')?.textContent).toBe('This is tours')
  expect(page.getByText('There is no page at this link.').elements()).toEqual([])
})
