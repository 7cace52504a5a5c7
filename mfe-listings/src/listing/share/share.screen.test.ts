import { click, entered, shown, until } from '@aangan/remote/testing/user-actions'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openListing } from '../testing/listing.ts'

afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'share')
})

/** Replaces `navigator.share`, which not every Chromium has. */
function sharing(share: unknown): void {
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
}

const share = () => click(page.getByRole('button', { name: 'Share' }))

it("uses the system's share sheet if available", async () => {
  const shared: unknown[] = []
  sharing(async (data: unknown) => void shared.push(data))
  await openListing()
  await share()
  await until(() => shared).toEqual([{ title: 'Flat with a garden', url: location.href }])
})

it('otherwise copies the link, and confirms it', async () => {
  sharing(undefined)
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openListing()
  await share()
  await shown(page.getByRole('status').getByText('Link copied'))
  expect(write.mock.calls).toEqual([[location.href]])
})

it('shows the link if the clipboard is denied', async () => {
  sharing(undefined)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  await openListing()
  await share()
  const link = page.getByRole('dialog').getByRole('textbox', { name: 'Link' })
  await shown(link)
  expect(entered(link)).toBe(location.href)
})
