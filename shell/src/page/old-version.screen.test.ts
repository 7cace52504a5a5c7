import { BOOT_ELEMENT } from '@aangan/contracts/page'
import { openNetwork } from '@aangan/remote/testing/network'
import { openRoot } from '@aangan/remote/testing/open-root'
import { click, gone, shown } from '@aangan/remote/testing/user-actions'
import { createElement } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { loadShellPart, OldVersion } from './old-version.tsx'

const FILE = '/r/shell/1/socket.js'
const failing = () => Promise.reject(Object.assign(new Error('Loading chunk 7 failed.'), { request: FILE }))

it('is told where a part of the shell was removed with its release, not where it is only away', async () => {
  const { root } = openRoot()
  const newPage = new Response(`<i id="${BOOT_ELEMENT}">/r/shell/2/</i>`)
  const network = openNetwork({ [`HEAD ${FILE}`]: new Response(), [location.pathname]: newPage }, expect.fail)
  onTestFinished(() => network.close())
  root.render(createElement(OldVersion))
  const notice = page.getByText('There is a new version of this site')
  await expect(loadShellPart(failing)).rejects.toThrow('Loading chunk 7 failed.')
  await gone(notice)
  network.answer(`HEAD ${FILE}`, new Response(null, { status: 404 }))
  await expect(loadShellPart(failing)).rejects.toThrow('Loading chunk 7 failed.')
  await shown(notice)
  document.body.style.height = '3000px'
  onTestFinished(() => void document.body.style.removeProperty('height'))
  window.scrollTo(0, 2000)
  const region = page.getByRole('status')
  await shown(region.getByRole('button', { name: 'Reload the page' }))
  const { top, bottom } = region.element().getBoundingClientRect()
  expect([top > 0, bottom < window.innerHeight]).toEqual([true, true])
  await click(region.getByRole('button', { name: 'Dismiss' }))
  await gone(notice)
  expect(await loadShellPart(async () => 'the socket')).toBe('the socket')
})
