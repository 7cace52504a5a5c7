import { createElement, type ReactElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, onTestFinished } from 'vitest'
import { Avatar } from './avatar.tsx'
import { Picture } from './picture.tsx'

const FAILING = 'data:image/png,failing'
const LOADING = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'

const sources = [FAILING, LOADING].map((url, at) => ({ url, alt: `Picture ${at}` }))
const user = { username: 'Asha Rao', avatar: FAILING }

/** Returns the element of a served page in which it has failed, and been hydrated since. */
async function hydrateFailed(picture: ReactElement): Promise<HTMLElement> {
  const page = document.createElement('div')
  document.body.append(page)
  const failed = new Promise((resolve) => page.addEventListener('error', resolve, { capture: true, once: true }))
  page.innerHTML = renderToString(picture)
  await failed
  const root = hydrateRoot(page, picture)
  onTestFinished(() => {
    root.unmount()
    page.remove()
  })
  return page
}

it.each([
  ['a picture the next one', createElement(Picture, { sources, sizes: '100vw' }), 'img[alt="Picture 1"]'],
  ['a picture an icon', createElement(Picture, { sources: sources.slice(0, 1), sizes: '100vw' }), '[role=img]'],
  ['an avatar the initials', createElement(Avatar, { user }), 'svg'],
])('of those that failed before they were hydrated, %s takes the place of it', async (_, picture, expected) => {
  const page = await hydrateFailed(picture)
  await expect.poll(() => page.querySelectorAll(expected)).toHaveLength(1)
})
