import { MAX_REPORT_TEXT } from '@aangan/contracts/post-constants'
import { ID } from '@aangan/contracts/testing/posts'
import { input } from '@aangan/remote/testing/input'
import { refusal } from '@aangan/remote/testing/network'
import { click, entered, fill, gone, hasFocus, press, shown, until } from '@aangan/remote/testing/user-actions'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openListing } from '../testing/listing.ts'

const REPORTS = `POST /posts/${ID}/reports`
const button = page.getByRole('button', { name: 'Report this listing' })
const form = page.getByRole('dialog', { name: 'Report this listing' })
const words = form.getByRole('textbox')
const send = () => click(form.getByRole('button', { name: 'Send the report' }))

async function openForm(): Promise<void> {
  await click(button)
  await shown(form)
}

it('sends the reason and the text, and shows thanks', async () => {
  const bodies: unknown[] = []
  const screen = await openListing()
  screen.network.answer(REPORTS, async (_url, request) => {
    bodies.push(await request.json())
    return { message: 'Thank you: we will look at it' }
  })
  await openForm()
  await click(form.getByRole('radio', { name: 'It looks like fraud' }))
  await fill(words, 'Asks for money first')
  await send()
  await shown(page.getByRole('status').getByText('Thank you: we will look at it'))
  await gone(form)
  expect(bodies).toEqual([{ reason: 'fraud', text: 'Asks for money first' }])
  expect(hasFocus(button)).toBe(true)
  await openForm()
  expect(entered(words)).toBe('')
})

it('requires a reason, and accepts at most 1,000 characters', async () => {
  await openListing()
  await openForm()
  await send()
  await shown(form.getByText('Choose what is wrong.'))
  expect(hasFocus(form.getByRole('radio').first())).toBe(true)
  await fill(words, 'x'.repeat(MAX_REPORT_TEXT + 50))
  expect(entered(words)).toHaveLength(MAX_REPORT_TEXT)
})

it('keeps the text when it is closed', async () => {
  await openListing()
  await openForm()
  await fill(words, 'Half a tho')
  const { x, y } = words.element().getBoundingClientRect()
  await input.movePointer(x + 20, y + 20)
  await input.pressPointer()
  await input.movePointer(5, window.innerHeight - 5, 3)
  await input.releasePointer()
  await shown(form)
  await input.movePointer(5, 5)
  await input.pressPointer()
  await input.releasePointer()
  await gone(form)
  await openForm()
  await press('Escape')
  await gone(form)
  await openForm()
  expect(entered(words)).toBe('Half a tho')
})

it('keeps reason and text over a reload', async () => {
  const { unmount, mount } = await openListing()
  await openForm()
  await click(form.getByRole('radio', { name: 'It looks like fraud' }))
  await fill(words, 'Asks for money first')
  await unmount()
  await mount()
  await openForm()
  await until(() => entered(words)).toBe('Asks for money first')
  const reason = form.getByRole('radio', { name: 'It looks like fraud' }).element() as HTMLInputElement
  expect(reason.checked).toBe(true)
})

it('shows why it was refused, and keeps the text', async () => {
  const tooMany = 'Too many reports from your internet connection. Try again in 60 minutes.'
  await openListing(undefined, { network: { [REPORTS]: refusal(429, 'TOO_MANY_REQUESTS', tooMany) } })
  await openForm()
  const reason = form.getByRole('radio', { name: 'It is offensive' })
  await click(reason)
  await fill(words, 'Rude words')
  await send()
  await shown(form.getByRole('alert').getByText(tooMany))
  expect(entered(words)).toBe('Rude words')
  await until(() => (reason.element() as HTMLInputElement).checked).toBe(true)
})
