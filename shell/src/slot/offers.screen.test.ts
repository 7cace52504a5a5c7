import { BOOT_ELEMENT, type PageBoot } from '@aangan/contracts/page'
import type { RemoteRelease } from '@aangan/contracts/remotes'
import { openTestContext } from '@aangan/remote/testing/context'
import { openNetwork } from '@aangan/remote/testing/network'
import { shown, until } from '@aangan/remote/testing/user-actions'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { remotesWith, showing } from '../testing/remotes.ts'
import { mountOffer } from './offers.tsx'

const ENTRY = '/r/mfe-chat/1/entry.js'
const BOOT = {
  shell: { deadlineMs: 20_000 },
  remotes: { 'mfe-chat': { entry: ENTRY, offers: { inbox: { module: './inbox', slot: 'profile.inbox' } } } },
} as unknown as PageBoot

it.each([
  [404, 'There is a new version of this site', 'Reload the page'],
  [200, 'This part of the page could not be loaded', 'Try again'],
])('offers what helps if the entry of a failed offer is a %i', async (status, text, button) => {
  const newPage = new Response(`<i id="${BOOT_ELEMENT}">/r/mfe-chat/2/</i>`)
  const head = new Response(null, { status })
  const network = openNetwork({ [`HEAD ${ENTRY}`]: head, [location.pathname]: newPage }, expect.fail)
  const host = document.body.appendChild(document.createElement('div'))
  const context = { ...openTestContext().context, report() {} }
  const remotes = remotesWith({})
  const offer = mountOffer({ boot: BOOT, remotes, contextOf: () => context }, 'profile.inbox', host, {})
  onTestFinished(async () => {
    await offer.unmount()
    host.remove()
    network.close()
  })
  const alert = page.elementLocator(host).getByRole('alert')
  await shown(alert.getByRole('heading', { name: text }))
  await shown(alert.getByRole('button', { name: button, exact: true }))
})

const offering = (version: string, slot: string, module: string) =>
  ({ version, entry: ENTRY, offers: { box: { module, slot } } }) as unknown as RemoteRelease

it('follows the page: to where an offer has moved, to nothing while there is none, and to another remote', async () => {
  const boot = { shell: { deadlineMs: 20_000 }, remotes: {} } as unknown as PageBoot
  const host = document.body.appendChild(document.createElement('div'))
  let taken = () => {}
  const remotes = remotesWith({
    subscribe: (listener) => {
      taken = listener
      return () => undefined
    },
    load: async (name, _release, module) => showing(`${name} ${module}`),
  })
  const { context } = openTestContext()
  const offer = mountOffer({ boot, remotes, contextOf: () => context }, 'profile.inbox', host, {})
  onTestFinished(async () => {
    await offer.unmount()
    host.remove()
  })
  const take = (next: PageBoot['remotes']) => {
    boot.remotes = next
    taken()
  }
  take({ chat: offering('1', 'profile.inbox', './inbox') })
  await until(() => host.textContent).toBe('chat ./inbox')
  take({ chat: offering('2', 'profile.inbox', './box') })
  await until(() => host.textContent).toBe('chat ./box')
  take({ chat: offering('3', 'listing.chat', './box') })
  await until(() => host.textContent).toBe('')
  take({ mail: offering('1', 'profile.inbox', './inbox') })
  await until(() => host.textContent).toBe('mail ./inbox')
  take({})
  await until(() => host.textContent).toBe('')
})
