import { BOOT_ELEMENT, type PageBoot } from '@aangan/contracts/page'
import type { RemoteRelease } from '@aangan/contracts/remotes'
import { openTestContext } from '@aangan/remote/testing/context'
import { openRoot } from '@aangan/remote/testing/open-root'
import { shown, until } from '@aangan/remote/testing/user-actions'
import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { App } from './app.tsx'
import { followHistory } from './navigation/history.ts'
import { SlotHtmlProvider } from './slot/slot-html.ts'
import { remotesWith, showing } from './testing/remotes.ts'

const release = (path: string) =>
  ({ version: '1', entry: '', offers: {}, nav: [], routes: [{ path }] }) as unknown as RemoteRelease

const bootWith = (remotes: PageBoot['remotes']) =>
  ({ site: { name: 'Aangan' }, shell: { deadlineMs: 20_000 }, remotes }) as unknown as PageBoot

/** Hydrates the page of release 1, whose files are lost; `load` is asked for the one before it. */
function openServed(load: () => Promise<ReturnType<typeof showing>>): void {
  const boot = bootWith({ tours: release('/elsewhere/tours') })
  const session = JSON.stringify({ session: { status: 'visitor' } })
  const script = `<script type="application/json" id="${BOOT_ELEMENT}">${session}</script>`
  document.body.insertAdjacentHTML('beforeend', script)
  window.history.pushState(null, '', '/elsewhere/tours')
  onTestFinished(followHistory())
  let take: () => void = () => {}
  const remotes = remotesWith({
    subscribe: (listener) => {
      take = listener
      return () => undefined
    },
    load: async (_name, asked) => {
      if (asked?.version === '1') throw new Error('lost')
      return load()
    },
    replace: async (_name, version) => {
      if (version !== '1') return false
      boot.remotes.tours = { ...release('/elsewhere/tours'), version: '0' }
      take()
      return true
    },
  })
  const context = { ...openTestContext().context, report() {} }
  const app = createElement(App, { boot, remotes, contextOf: () => context })
  const { host } = openRoot()
  const inside = host.appendChild(document.createElement('div'))
  inside.innerHTML = renderToString(createElement(SlotHtmlProvider, { value: '<b>Of release 1</b>' }, app))
  const root = hydrateRoot(inside, app)
  onTestFinished(() => root.unmount())
}

it('gives a release nothing of the HTML that another one has rendered', async () => {
  const found: string[] = []
  await new Promise<void>((resolve) => {
    const mount = async ({ domElement }: { domElement: HTMLElement }) => {
      found.push(domElement.innerHTML)
      resolve()
    }
    openServed(async () => ({ ...showing(''), mount }) as unknown as ReturnType<typeof showing>)
  })
  expect(found).toEqual([''])
})

it('keeps the HTML of a release while the one before it loads, and if that is lost, too', async () => {
  const served = page.getByText('Of release 1')
  let lose: () => void = () => undefined
  await new Promise<void>((asked) => {
    openServed(() => {
      asked()
      return new Promise((_, reject) => {
        lose = () => reject(new Error('lost'))
      })
    })
  })
  await shown(served)
  lose()
  await shown(page.getByRole('button', { name: 'Try again' }))
  await shown(served)
})

it('shows a remote that is released for the open address', async () => {
  const boot = bootWith({ homes: release('/{word}') })
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
