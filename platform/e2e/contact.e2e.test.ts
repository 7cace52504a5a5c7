import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hasFocus } from './focus.ts'
import { useSite } from './site.ts'

const LABELS = ['Name', 'Email', 'Phone', 'Message'] as const
type Label = (typeof LABELS)[number]

const GOOD: Record<Label, string> = {
  Name: 'Asha Rao',
  Email: 'asha@example.com',
  Phone: '+91 98765 43210',
  Message: 'Is the flat in Pune still to be had?',
}

const site = useSite()

describe('the message form', () => {
  it('thanks in the words of the specification, clears itself, and sends nothing', async () => {
    const { page } = await site.visit('/contact')
    const alerts: string[] = []
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message())
      return dialog.accept()
    })
    await fill(page, GOOD)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await send(page)
    expect(alerts).toEqual(["Thank you for your message! We'll get back to you soon."])
    for (const label of LABELS) expect(await field(page, label).inputValue()).toBe('')
    expect(asked).toEqual([])
    expect(await wrongFields(page)).toEqual([])
  })

  it('has four required fields, one for an email address and one for a phone number', async () => {
    const { page } = await site.visit('/contact')
    for (const label of LABELS) expect(await field(page, label).getAttribute('required')).toBe('')
    expect(await field(page, 'Email').getAttribute('type')).toBe('email')
    expect(await field(page, 'Phone').getAttribute('type')).toBe('tel')
  })

  it('says at each field what is missing until it is changed, and leads to the first', async () => {
    const { page } = await site.visit('/contact')
    await fill(page, { Name: 'Asha Rao', Message: '   ' })
    await send(page)
    for (const error of ['Enter your email address', 'Enter your phone number', 'Write your message']) {
      await page.getByText(error).waitFor()
    }
    expect(await wrongFields(page)).toEqual(['email', 'phone', 'message'])
    expect(await hasFocus(field(page, 'Email'))).toBe(true)
    await page.keyboard.type('a')
    expect(await wrongFields(page)).toEqual(['phone', 'message'])
    expect(await field(page, 'Name').inputValue()).toBe('Asha Rao')
  })

  it.each([
    ['Email', 'asha@example', 'Check your email address'],
    ['Phone', 'by day', 'Check your phone number'],
    ['Message', 'a'.repeat(5_001), 'Write at most 5,000 characters; these are 5,001'],
  ] as const)('says what is wrong with what stands in %s', async (label, text, error) => {
    const { page } = await site.visit('/contact')
    await fill(page, { ...GOOD, [label]: text })
    await send(page)
    await page.getByText(error).waitFor()
    expect(await wrongFields(page)).toEqual([label.toLowerCase()])
    expect(await hasFocus(field(page, label))).toBe(true)
    expect(await field(page, label).inputValue()).toBe(text)
  })
})

const field = (page: Page, label: Label) => page.getByLabel(label, { exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Send message' }).click()

async function fill(page: Page, texts: Partial<Record<Label, string>>): Promise<void> {
  for (const label of LABELS) await field(page, label).fill(texts[label] ?? '')
}

async function wrongFields(page: Page): Promise<(string | null)[]> {
  const wrong = await page.locator('main [aria-invalid=true]').all()
  return Promise.all(wrong.map((one) => one.getAttribute('name')))
}
