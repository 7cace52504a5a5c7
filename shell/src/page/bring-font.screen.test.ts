import { FONT_KEY, WITHOUT_FONT } from '@aangan/contracts/page'
import { until } from '@aangan/remote/testing/user-actions'
import { expect, it, onTestFinished } from 'vitest'
import { bringFont } from './bring-font.ts'

const noted = () => localStorage.getItem(FONT_KEY)

function openWith(source: string): void {
  const font = new FontFace('Inter Variable', source)
  document.fonts.add(font)
  document.documentElement.setAttribute(WITHOUT_FONT, '')
  const text = document.createElement('p')
  text.style.fontFamily = 'Inter Variable'
  text.append('A flat in Pune')
  document.body.append(text)
  onTestFinished(() => {
    text.remove()
    document.fonts.delete(font)
    localStorage.removeItem(FONT_KEY)
  })
}

it('notes that the browser has the font', async () => {
  openWith('local("Arial"), local("Helvetica"), local("Liberation Sans")')
  bringFont()
  await until(() => noted() !== null).toBe(true)
})

it('notes nothing if the font cannot be loaded', async () => {
  openWith('url("/no-such-font.woff2")')
  bringFont()
  await until(() => document.documentElement.hasAttribute(WITHOUT_FONT)).toBe(false)
  await expect(document.fonts.load('1em "Inter Variable"')).rejects.toThrow()
  expect(noted()).toBe(null)
})
