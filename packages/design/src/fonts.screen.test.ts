import './tokens.css'
import './base.css'
import { expect, it, onTestFinished } from 'vitest'

const TEXT = 'Two-bedroom flat with a garden in Kothrud'

async function widthIn(family: string, weight: number): Promise<number> {
  const font = `${weight} 40px "${family}"`
  await document.fonts.load(font, TEXT)
  const line = document.createElement('span')
  onTestFinished(() => line.remove())
  line.style.font = font
  line.style.whiteSpace = 'nowrap'
  line.append(TEXT)
  document.body.append(line)
  return line.getBoundingClientRect().width
}

it.each([400, 500, 650])('text of weight %i is as wide in the fallback as in Inter', async (weight) => {
  const ratio = (await widthIn('Inter Fallback', weight)) / (await widthIn('Inter Variable', weight))
  expect(ratio).toBeGreaterThan(0.985)
  expect(ratio).toBeLessThan(1.015)
})
