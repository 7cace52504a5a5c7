import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Avatar } from './avatar.tsx'
import { Picture } from './picture.tsx'

const URL = 'https://elsewhere.example/a.png'

it('a picture on another site is fetched without telling that site from which page', () => {
  const avatar = createElement(Avatar, { user: { username: 'asha', avatar: URL } })
  const picture = createElement(Picture, { sources: [{ url: URL, alt: '' }], sizes: '100vw' })
  for (const shown of [avatar, picture])
    expect(renderToStaticMarkup(shown)).toMatch(/<img .*referrerPolicy="no-referrer"/i)
})
