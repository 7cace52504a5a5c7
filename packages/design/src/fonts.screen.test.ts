import './tokens.css'
import './base.css'
import { expect, it, onTestFinished } from 'vitest'

const TEXT = 'Two-bedroom flat with a garden in Kothrud'
const SIZES = [12, 14, 16, 18, 22, 28, 36, 48]

async function lineIn(family: string, weight: number, size: number): Promise<HTMLElement> {
  const font = `${weight} ${size}px/1.5 "${family}"`
  await document.fonts.load(font, TEXT)
  const line = document.createElement('span')
  onTestFinished(() => line.remove())
  line.style.font = font
  line.style.whiteSpace = 'nowrap'
  line.style.display = 'inline-block'
  line.append(TEXT)
  document.body.append(line)
  return line
}

async function widthIn(family: string, weight: number): Promise<number> {
  return (await lineIn(family, weight, 40)).getBoundingClientRect().width
}

async function baselineIn(family: string, weight: number, size: number): Promise<number> {
  const line = await lineIn(family, weight, size)
  const onBaseline = document.createElement('span')
  onBaseline.style.display = 'inline-block'
  line.append(onBaseline)
  return onBaseline.getBoundingClientRect().bottom - line.getBoundingClientRect().top
}

it.each([400, 500, 650])('text of weight %i is as wide in the fallback as in Inter', async (weight) => {
  const ratio = (await widthIn('Inter Fallback', weight)) / (await widthIn('Inter Variable', weight))
  expect(ratio).toBeGreaterThan(0.985)
  expect(ratio).toBeLessThan(1.015)
})

it.each([400, 650])('text of weight %i is at the same height in the fallback as in Inter', async (weight) => {
  const baselinesIn = (family: string) => Promise.all(SIZES.map((size) => baselineIn(family, weight, size)))
  expect(await baselinesIn('Inter Fallback')).toEqual(await baselinesIn('Inter Variable'))
})
