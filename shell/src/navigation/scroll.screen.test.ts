// Starts single-spa, once for all files of a page: its events tell of each navigation.
import '@aangan/remote/testing/screens'
import { go, until } from '@aangan/remote/testing/user-actions'
import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { currentEntry, followHistory, navigate } from './history.ts'
import { keepScroll } from './scroll.ts'

beforeAll(() => {
  const before = window.history.scrollRestoration
  const stops = [followHistory(), keepScroll()]
  return () => {
    for (const stop of stops) stop()
    window.history.scrollRestoration = before
    document.body.replaceChildren()
  }
})

beforeEach(() => {
  document.body.innerHTML = '<p style="height: 3000px">The page</p>'
})

function addTarget(id: string): void {
  const target = document.createElement('h2')
  target.id = id
  document.body.append(target, Object.assign(document.createElement('p'), { style: 'height: 3000px' }))
}

/** Below the navigation bar. */
function isAt(id: string): boolean {
  const below = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  return Math.abs((document.getElementById(id)?.getBoundingClientRect().top ?? 9_999) - below) < 2
}

it('scrolls to the top of another page', async () => {
  window.scrollTo(0, 900)
  navigate('/one')
  await until(() => window.scrollY).toBe(0)
})

it.each(['deposit', 'जमा राशि'])('scrolls to the fragment %s, also if it is rendered later', async (id) => {
  navigate(`/other?of=${id.length}#${id}`)
  await until(() => window.scrollY).toBe(0)
  addTarget(id)
  await until(() => isAt(id)).toBe(true)
})

it('follows a link within the page, and comes back', async () => {
  addTarget('terms')
  navigate('/within')
  await until(() => window.scrollY).toBe(0)
  await new Promise((resolve) => {
    window.addEventListener('scroll', resolve, { once: true })
    window.scrollTo(0, 500)
  })
  const link = Object.assign(document.createElement('a'), { href: '#terms', textContent: 'Terms' })
  document.body.append(link)
  link.click()
  await until(() => isAt('terms')).toBe(true)
  await go(-1)
  await until(() => window.scrollY).toBe(500)
})

it('comes back to its place also if the page is short for a moment while it renders', async () => {
  navigate('/long')
  await until(() => window.scrollY).toBe(0)
  window.scrollTo(0, 900)
  await until(() => window.scrollY).toBe(900)
  navigate('/after')
  await until(() => window.scrollY).toBe(0)
  await go(-1)
  await until(() => window.scrollY).toBe(900)
  const page = document.body.firstElementChild as HTMLElement
  page.style.height = '10px'
  // A layout before the next frame moves the page up.
  page.getBoundingClientRect()
  page.style.height = '3500px'
  expect(window.scrollY).toBe(0)
  await until(() => window.scrollY).toBe(900)
})

it('leaves a page where somebody has scrolled before the scripts came', async () => {
  navigate('/loaded-again')
  await until(() => window.scrollY).toBe(0)
  window.scrollTo(0, 400)
  sessionStorage.setItem('scroll-positions', JSON.stringify([[currentEntry().key, 1500]]))
  onTestFinished(keepScroll())
  // Observers are called in their order, so after the one that would scroll.
  await new Promise((done) => new ResizeObserver(done).observe(document.body))
  expect(window.scrollY).toBe(400)
})
