import { input } from '@aangan/remote/testing/input'
import { click, entered, fill, hasFocus, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderRemote } from '../testing/screens.ts'

const LABELS = ['Name', 'Email', 'Phone', 'Message'] as const
type Label = (typeof LABELS)[number]

const GOOD: Record<Label, string> = {
  Name: 'Asha Rao',
  Email: 'asha@example.com',
  Phone: '+91 98765 43210',
  Message: 'Is the flat in Pune still to be had?',
}

const field = (label: Label) => page.getByLabelText(label, { exact: true })
const send = () => click(page.getByRole('button', { name: 'Send message' }))
const wrongFields = () =>
  [...document.querySelectorAll('main [aria-invalid=true]')].map((one) => one.getAttribute('name'))

describe('the message form', () => {
  it('shows the specified thanks, clears itself, and sends nothing', async () => {
    const thank = vi.spyOn(window, 'alert').mockImplementation(() => {})
    onTestFinished(() => thank.mockRestore())
    const screen = await renderRemote('/contact')
    await fillIn(GOOD)
    await send()
    expect(thank.mock.calls).toEqual([["Thank you for your message! We'll get back to you soon."]])
    for (const label of LABELS) await until(() => entered(field(label))).toBe('')
    expect(screen.network.asked).toEqual([])
    expect(wrongFields()).toEqual([])
  })

  it('keeps what was typed over a reload, until it is sent', async () => {
    const thank = vi.spyOn(window, 'alert').mockImplementation(() => {})
    onTestFinished(() => thank.mockRestore())
    const { unmount, mount } = await renderRemote('/contact')
    await fillIn(GOOD)
    await unmount()
    await mount()
    for (const label of LABELS) await until(() => entered(field(label))).toBe(GOOD[label])
    await send()
    await until(() => entered(field('Message'))).toBe('')
    await unmount()
    await mount()
    await shown(field('Message'))
    expect(LABELS.map((label) => entered(field(label)))).toEqual(['', '', '', ''])
  })

  it('shows nobody else what somebody typed', async () => {
    const user = { id: 'a'.repeat(24), username: 'asha', avatar: null, createdAt: '2026-01-02T03:04:05.000Z' }
    const { become } = await renderRemote('/contact', { session: { status: 'user', user } })
    await fillIn(GOOD)
    become({ status: 'visitor' })
    await until(() => entered(field('Message'))).toBe('')
    expect(JSON.stringify(localStorage)).not.toContain('Asha')
  })

  it('has four required fields, one for an email address and one for a phone number', async () => {
    await renderRemote('/contact')
    for (const label of LABELS) expect((await shown(field(label))).getAttribute('required')).toBe('')
    expect(field('Email').element().getAttribute('type')).toBe('email')
    expect(field('Phone').element().getAttribute('type')).toBe('tel')
  })

  it('shows an error at each invalid field until it is changed, and focuses the first', async () => {
    await renderRemote('/contact')
    await fillIn({ Name: 'Asha Rao', Message: '   ' })
    await send()
    for (const error of ['Enter your email address', 'Enter your phone number', 'Write your message']) {
      await shown(page.getByText(error))
    }
    expect(wrongFields()).toEqual(['email', 'phone', 'message'])
    expect(hasFocus(field('Email'))).toBe(true)
    await input.typeText('a')
    await until(wrongFields).toEqual(['phone', 'message'])
    expect(entered(field('Name'))).toBe('Asha Rao')
  })

  it.each([
    ['Email', 'asha@example', 'Check your email address'],
    ['Phone', 'by day', 'Check your phone number'],
    ['Message', 'a'.repeat(5_001), 'Write at most 5,000 characters. Your message has 5,001'],
  ] as const)('says what is wrong with what stands in %s', async (label, text, error) => {
    await renderRemote('/contact')
    await fillIn({ ...GOOD, [label]: text })
    await send()
    await shown(page.getByText(error))
    expect(wrongFields()).toEqual([label.toLowerCase()])
    expect(hasFocus(field(label))).toBe(true)
    expect(entered(field(label))).toBe(text)
  })
})

async function fillIn(texts: Partial<Record<Label, string>>): Promise<void> {
  for (const label of LABELS) await fill(field(label), texts[label] ?? '')
}
