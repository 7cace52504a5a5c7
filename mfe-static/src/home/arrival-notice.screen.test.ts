import { noticeIn } from '@aangan/contracts/notice'
import { hasFocus, shown } from '@aangan/remote/testing/user-actions'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderRemote } from '../testing/screens.ts'

const network = { '/posts': [], '/posts/cities': [] }

it('says once what has just happened, and is read by screen readers', async () => {
  await renderRemote('/', { network, entryState: { notice: 'Your account is deleted.' } })
  const notice = page.getByRole('status').getByText('Your account is deleted.')
  await shown(notice)
  expect(hasFocus(notice)).toBe(true)
  // What a reload, or Back, finds.
  expect(noticeIn(history.state.usr)).toBe(undefined)
})
