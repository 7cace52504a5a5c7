import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NavEntry, RemoteManifest } from '@aangan/contracts/manifest'
import { linksOf } from '@aangan/contracts/navigation'
import type { Session } from '@aangan/contracts/users'
import { expect, it } from 'vitest'
import { webParts } from '../bin/lib/build.js'
import { ROOT } from '../bin/lib/root.js'

async function readNav(name: string): Promise<[string, { nav: NavEntry[] }]> {
  const { nav = [] }: RemoteManifest = JSON.parse(await readFile(join(ROOT, name, 'manifest.json'), 'utf8'))
  return [name, { nav }]
}

const remotes = Object.fromEntries(await Promise.all(webParts().slice(1).map(readNav)))

function links(area: NavEntry['area'], status: Session['status']): string[] {
  return linksOf(remotes, { area, status }).map(({ path, label }) => `${label} ${path}`)
}

it('the manifests contain the specified links for a visitor, in order', () => {
  const specified = ['Home /', 'About /about', 'Contact /contact', 'Agents /agents']
  expect(links('main', 'visitor').filter((link) => specified.includes(link))).toEqual(specified)
  expect(links('account', 'visitor')).toEqual(['Sign in /login', 'Sign up /register'])
})

it('the manifests contain the specified links for a signed-in person', () => {
  expect(links('main', 'user')).toEqual(links('main', 'visitor'))
  expect(links('account', 'user')).toEqual(['Messages /chat', 'Profile /profile'])
})

it('the footer leads owners to the form', () => {
  expect(links('footer', 'visitor')).toEqual(['List your home /add'])
})

it('shows no account links while the session is unknown', () => {
  expect(links('main', 'unknown')).toEqual(links('main', 'visitor'))
  expect(links('account', 'unknown')).toEqual([])
})

it('entries are ordered independently of the order of remotes', () => {
  const entry = (order: number, label: string): NavEntry => {
    return { path: '/x', label, order, for: 'everyone', area: 'main' }
  }
  const several = { one: { nav: [entry(2, 'b'), entry(1, 'z')] }, two: { nav: [entry(2, 'a')] } }
  expect(linksOf(several, { area: 'main', status: 'visitor' }).map(({ label }) => label)).toEqual(['z', 'a', 'b'])
})
