import { SiteProvider } from '@aangan/remote/site'
import { createElement as h } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, onTestFinished } from 'vitest'
import { Ago } from './ago.tsx'

it('is right in a page that the server rendered days ago', async () => {
  const time = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const site = { name: 'Aangan', currency: 'usd', locale: 'en-IN', tiles: null, mapCentre: null } as const
  const ago = h(SiteProvider, { value: site }, h(Ago, { time }))
  const host = document.body.appendChild(document.createElement('p'))
  host.innerHTML = renderToString(ago).replace('3 days ago', 'just now')
  const reported: unknown[] = []
  const root = hydrateRoot(host, ago, { onRecoverableError: (error) => reported.push(error) })
  onTestFinished(() => {
    root.unmount()
    host.remove()
  })
  expect(host.textContent).toBe('just now')
  await expect.poll(() => host.textContent).toBe('3 days ago')
  expect(reported).toEqual([])
})
