import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Button } from './button.tsx'

const html = (props: Parameters<typeof Button>[0]) => renderToStaticMarkup(createElement(Button, props, 'Search'))

describe('Button', () => {
  it('does not submit a form unless it has type="submit"', () => {
    expect(html({})).toContain('type="button"')
    expect(html({ type: 'submit' })).toContain('type="submit"')
  })

  it('is marked as busy, and keeps its text and so its width', () => {
    expect(html({ busy: true })).toMatch(/aria-disabled="true".*aria-busy="true".*Search/)
    expect(html({})).not.toMatch(/disabled|aria-busy/)
  })
})
