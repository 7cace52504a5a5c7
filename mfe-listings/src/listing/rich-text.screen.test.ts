import '@aangan/design/tokens.css'
import '@aangan/design/base.css'
import { createElement, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, onTestFinished } from 'vitest'
import { RichText } from './rich-text.tsx'

const LINES = [1, 8, 12, 13, 14, 15, 40]

function Page({ html, onShown }: { html: string; onShown: () => void }) {
  useEffect(onShown, [onShown])
  return createElement(RichText, { html })
}

it('a description is as high as before it was hydrated, with its button if it is long', async () => {
  for (const lines of LINES) {
    const html = `<blockquote><h2>The flat</h2></blockquote><p>${'Bright.<br>'.repeat(lines)}</p>`
    const page = document.createElement('div')
    document.body.append(page)
    onTestFinished(() => page.remove())
    page.innerHTML = renderToString(createElement(Page, { html, onShown: () => {} }))
    const before = page.getBoundingClientRect().height
    await new Promise<void>((onShown) => {
      const root = hydrateRoot(page, createElement(Page, { html, onShown }))
      onTestFinished(() => root.unmount())
    })
    expect(page.getBoundingClientRect().height, `${lines} lines`).toBe(before)
  }
})
