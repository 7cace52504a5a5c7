import type { PageBoot } from '@aangan/contracts/page'
import type { Session } from '@aangan/contracts/users'
import type { Store } from '@reduxjs/toolkit'
import { createElement } from 'react'
import { Outlet, type RouteObject } from 'react-router-dom'
import { mountRootParcel, type ParcelConfigObject, start } from 'single-spa'
import { expect, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { defineRemote } from '../define-remote.tsx'
import { keepPersonal } from '../keep-personal.ts'
import { readPerson, writePerson } from '../personal-storage.ts'
import { preloadComponent } from '../screen.ts'
import type { StoreDefinition } from '../shared-store.ts'
import { SiteProvider } from '../site.ts'
import { openTestContext } from './context.ts'
import { input } from './input.ts'
import { type Answers, openNetwork } from './network.ts'
import { watchForProblems } from './problems.ts'

type Site = PageBoot['site']

interface RemoteParts<S extends Store> extends StoreDefinition<S> {
  routes: RouteObject[]
}

export interface ScreenOptions {
  /** Any other request fails the test. */
  network?: Answers
  session?: Session
  unread?: number
  site?: Partial<Site>
  viewport?: { width: number; height: number }
  /** Initial state of the history entry, as after a reload. */
  entryState?: Record<string, unknown>
}

const DESKTOP = { width: 1366, height: 768 }
const SITE: Site = { name: 'Aangan', currency: 'usd', locale: 'en-US', tiles: null, mapCentre: null }

// Routers listen to the events that single-spa fires on navigation, as in the shell.
start({ urlRerouteOnly: true })

/**
 * Mounts a remote as the shell does, with its own store, routes and real navigation; only `fetch` is replaced. Unmounts
 * after the test, and fails it on unexpected problems.
 */
export function screensOf<S extends Store>({ routes, ...definition }: RemoteParts<S>) {
  return async (path: string, options: ScreenOptions = {}) => {
    const { network: answers = {}, session, unread, site, viewport = DESKTOP, entryState } = options
    if (innerWidth !== viewport.width || innerHeight !== viewport.height) {
      await page.viewport(viewport.width, viewport.height)
    }
    // The shell also preloads every screen before navigating to it.
    await Promise.all(routes.map(({ Component }) => preloadComponent(Component)))
    const problems = watchForProblems()
    const network = openNetwork(answers, problems.add)
    const shell = openTestContext(session, unread)
    const stopKeeping = keepPersonal(shell.context)
    history.pushState({ ...(entryState && { usr: entryState }), key: crypto.randomUUID(), idx: 0 }, '', path)
    document.title = 'not named yet'
    const frame = makeFrame()
    const lifecycles = defineRemote(definition).page({ routes: [withSite({ ...SITE, ...site }, routes)] })
    const parcel = mountRootParcel(lifecycles as unknown as ParcelConfigObject, {
      ...shell.context,
      navigate,
      report: (error: unknown) => problems.add(`reported: ${Object(error).message}`),
      domElement: frame.slot,
    })
    onTestFinished(async () => {
      await parcel.unmount()
      frame.remove()
      network.close()
      stopKeeping()
      localStorage.clear()
      sessionStorage.clear()
      await input.movePointer(0, 0)
      expect(problems.end()).toEqual([])
      expect(shell.isHeard()).toBe(false)
    })
    await parcel.mountPromise
    const { mount, unmount } = parcel
    /** Ends the session as time does. Signing out, or an earlier end, removes what belongs to the person. */
    const expire = () => {
      const person = readPerson(localStorage)
      if (person) writePerson(localStorage, { ...person, since: 0 })
      shell.become({ status: 'visitor' })
    }
    return { ...shell, network, expire, mount, unmount, expectProblem: problems.expect }
  }
}

/** Wraps the routes because the page's settings are read only once, and the tests of a file share a page. */
function withSite(site: Site, children: RouteObject[]): RouteObject {
  return { element: createElement(SiteProvider, { value: site }, createElement(Outlet)), children }
}

/** The shell's layout: navigation bar, main, footer. */
function makeFrame() {
  const frame = document.createElement('div')
  frame.innerHTML = `
    <header style="position: sticky; top: 0; z-index: 10; height: var(--nav-height); background: var(--color-paper)"></header>
    <main id="main" tabindex="-1" style="min-height: calc(100svh - var(--nav-height))"><div></div></main>
    <footer style="height: 20rem"></footer>`
  document.body.append(frame)
  const slot = frame.querySelector<HTMLElement>('main > div')
  if (!slot) throw new Error('The frame has no element for a remote.')
  return { slot, remove: () => frame.remove() }
}

/** Same behaviour as the shell's `navigate`. */
function navigate(
  to: string,
  { replace = false, state = null }: { replace?: boolean; state?: object | null } = {},
): void {
  const idx = Number(history.state?.idx ?? 0)
  const key = crypto.randomUUID()
  if (new URL(to, location.href).href === location.href) scrollTo(0, 0)
  else if (replace) history.replaceState({ usr: state, key, idx }, '', to)
  else history.pushState({ usr: state, key, idx: idx + 1 }, '', to)
}
