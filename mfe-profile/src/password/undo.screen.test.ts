import { refusal } from '@aangan/remote/testing/network'
import { click, gone, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { signedIn } from '../testing/people.ts'
import { renderRemote } from '../testing/screens.ts'

const UNDO = 'POST /auth/undo'
const button = page.getByRole('button', { name: 'Undo the change' })

describe('/undo', () => {
  it('undoes only when the button is pressed, and leads to a new password', async () => {
    const sent: unknown[] = []
    const { network, asked } = await renderRemote('/undo?token=abc', {
      network: {
        [UNDO]: async (_url: URL, request: Request) => {
          sent.push(await request.json())
          return { message: 'The change is undone.', token: 'def' }
        },
      },
    })
    await shown(page.getByRole('heading', { level: 1, name: 'Undo a change to your account' }))
    await shown(button)
    expect(network.asked).toEqual([])
    await click(button)
    const notice = await shown(page.getByRole('status'))
    expect(notice.textContent).toBe('The change is undone.')
    await until(() => document.activeElement).toBe(notice)
    expect(sent).toEqual([{ token: 'abc' }])
    await until(() => asked).toEqual(['refresh'])
    await click(page.getByRole('link', { name: 'Choose a new password' }))
    await shown(page.getByLabelText('New password', { exact: true }))
    expect(location.pathname + location.search).toBe('/reset?token=def')
  })

  it('still leads to a new password once the person is signed out by it', async () => {
    const { become } = await renderRemote('/undo?token=abc', {
      session: signedIn(),
      network: { [UNDO]: { message: 'The change is undone.', token: 'def' } },
    })
    await click(button)
    await shown(page.getByText('The change is undone.'))
    become({ status: 'visitor' })
    await shown(page.getByRole('link', { name: 'Choose a new password' }))
    await gone(button)
  })

  it('shows that a link is used, and where to get a new password', async () => {
    await renderRemote('/undo?token=old', {
      network: { [UNDO]: refusal(400, 'BAD_REQUEST', 'This link was used already.') },
    })
    await click(button)
    expect((await shown(page.getByRole('alert'))).textContent).toBe('This link was used already.')
    await shown(page.getByRole('link', { name: 'Ask for a new password' }))
  })

  it('makes no request without a token', async () => {
    await renderRemote('/undo')
    await shown(page.getByText('Part of the link is missing'))
    await gone(button)
  })
})
