import { refusal } from '@aangan/remote/testing/network'
import { click, gone, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { asha, signedIn } from '../testing/people.ts'
import { renderRemote } from '../testing/screens.ts'

const CONFIRM = 'POST /auth/confirm'
const SEND = 'POST /auth/confirm/send'
const confirm = page.getByRole('button', { name: 'Confirm my address' })
const notice = page.getByRole('region', { name: 'Confirm your email address' })
const again = page.getByRole('button', { name: 'Send again' })
const PROFILE = {
  '/users/profilePosts': { userPosts: [], savedPosts: [] },
  '/auth/sessions': [],
  '/users/searches': [],
  '/chats/mails': { isOn: true },
}

describe('/confirm', () => {
  it('confirms only when the button is pressed', async () => {
    const sent: unknown[] = []
    const { network, asked } = await renderRemote('/confirm?token=abc', {
      session: signedIn({ emailConfirmed: false }),
      network: {
        [CONFIRM]: async (_url: URL, request: Request) => {
          sent.push(await request.json())
          return { message: 'Your email address is confirmed.' }
        },
      },
    })
    await shown(page.getByText(`Is ${asha.email} your email address?`))
    expect(network.asked).toEqual([])
    await click(confirm)
    const said = await shown(page.getByRole('status'))
    expect(said.textContent).toContain('Your email address is confirmed.')
    await until(() => document.activeElement).toBe(said)
    expect(sent).toEqual([{ token: 'abc' }])
    expect(asked).toEqual(['refresh'])
  })

  it('shows that a link no longer works', async () => {
    await renderRemote('/confirm?token=old', {
      session: signedIn({ emailConfirmed: false }),
      network: { [CONFIRM]: refusal(400, 'BAD_REQUEST', 'This link was used already.') },
    })
    await click(confirm)
    expect((await shown(page.getByRole('alert'))).textContent).toBe('This link was used already.')
  })

  it('says so if the address is confirmed already, as by another mail', async () => {
    await renderRemote('/confirm?token=second', { session: signedIn() })
    await shown(page.getByText('Your email address is confirmed already.'))
    await gone(confirm)
  })

  it('makes no request without a token', async () => {
    await renderRemote('/confirm', { session: signedIn() })
    await shown(page.getByText('Part of the link is missing'))
    await gone(confirm)
  })
})

describe('the profile of somebody whose address is not confirmed', () => {
  it('says so, and sends the link again', async () => {
    const { network } = await renderRemote('/profile', {
      session: signedIn({ emailConfirmed: false }),
      network: { ...PROFILE, [SEND]: refusal(429, 'TOO_MANY_REQUESTS', 'Try again in 5 minutes.') },
    })
    expect((await shown(notice)).textContent).toContain(asha.email)
    await click(again)
    expect((await shown(notice.getByRole('alert'))).textContent).toBe('Try again in 5 minutes.')
    network.answer(SEND, { message: 'We have sent you a new link.' })
    await click(again)
    await shown(notice.getByText('We have sent you a new link.'))
    await gone(notice.getByRole('alert'))
  })

  it('says nothing once it is confirmed, which it looks up again on return to the tab', async () => {
    const { asked, become } = await renderRemote('/profile', {
      session: signedIn({ emailConfirmed: false }),
      network: PROFILE,
    })
    await shown(notice)
    await until(() => asked).toEqual(['refresh'])
    document.dispatchEvent(new Event('visibilitychange'))
    expect(asked).toEqual(['refresh', 'refresh'])
    become(signedIn())
    await gone(notice)
  })
})
