import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { TextField } from './text-field.tsx'

const attribute = (html: string, element: string, name: string) =>
  new RegExp(`<${element}[^>]* ${name}="([^"]*)"`).exec(html)?.[1]

describe('TextField', () => {
  it('associates its label with the control', () => {
    const html = renderToStaticMarkup(createElement(TextField, { label: 'City' }))
    expect(attribute(html, 'label', 'for')).toBe(attribute(html, 'input', 'id'))
    expect(html).not.toContain('aria-describedby')
    expect(html).not.toContain('aria-invalid')
  })

  it('associates hint and error with the control, in that order', () => {
    const html = renderToStaticMarkup(createElement(TextField, { label: 'City', hint: 'Any', error: 'Too long' }))
    const id = attribute(html, 'input', 'id')
    expect(attribute(html, 'input', 'aria-describedby')).toBe(`${id}-hint ${id}-error`)
    expect(attribute(html, 'input', 'aria-invalid')).toBe('true')
    expect(html).toMatch(new RegExp(`id="${id}-hint"[^>]*>Any`))
    expect(html).toMatch(new RegExp(`id="${id}-error".*Too long`))
  })

  it('is a text input by default', () => {
    expect(attribute(renderToStaticMarkup(createElement(TextField, { label: 'A' })), 'input', 'type')).toBe('text')
    const phone = renderToStaticMarkup(createElement(TextField, { label: 'A', type: 'tel', required: true }))
    expect(attribute(phone, 'input', 'type')).toBe('tel')
    expect(phone).toContain('required')
  })
})
