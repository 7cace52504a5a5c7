import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Avatar } from './avatar.tsx'

const FOLDER = `/media/avatars/${'a'.repeat(24)}`

it('an avatar is loaded as wide as it is shown', () => {
  const user = { username: 'asha', avatar: `${FOLDER}/512.webp` }
  const shown = renderToStaticMarkup(createElement(Avatar, { user, size: 48 }))
  const widths = [96, 256, 512].map((width) => `${FOLDER}/${width}.webp ${width}w`).join(', ')
  expect(shown).toContain(`srcSet="${widths}" sizes="48px" src="${user.avatar}"`)
})
