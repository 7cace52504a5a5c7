import { press, shown } from '@aangan/remote/testing/user-actions'
import { page } from 'vitest/browser'

export const editor = page.getByRole('textbox', { name: 'Description' })
export const tool = (name: string) => page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name })

export async function goIntoText(): Promise<void> {
  const element = await shown(editor)
  element.focus()
  await press('ControlOrMeta+End')
}

/** Dispatches a paste event like the browser's. */
export async function pasteInto(formats: { text?: string; html?: string }): Promise<void> {
  const element = await shown(editor)
  if (document.activeElement !== element) await goIntoText()
  const clipboardData = new DataTransfer()
  if (formats.text) clipboardData.setData('text/plain', formats.text)
  if (formats.html) clipboardData.setData('text/html', formats.html)
  element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
}

export async function pasteHtml(html: string): Promise<void> {
  await pasteInto({ html, text: new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '' })
}
