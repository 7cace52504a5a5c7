import { refusal } from '@aangan/remote/testing/network'
import { click, fill, gone, hasFocus, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderRemote } from '../testing/screens.ts'

const FORGOT = 'POST /auth/forgot'
const RESET = 'POST /auth/reset'
const email = page.getByLabelText('Email', { exact: true })
const password = page.getByLabelText('New password', { exact: true })
const send = page.getByRole('button', { name: 'Send the link' })
const change = page.getByRole('button', { name: 'Change the password' })
const alert = page.getByRole('alert')

describe('/forgot', () => {
  it('announces and focuses the message that an email was sent', async () => {
    await renderRemote('/forgot', { network: { [FORGOT]: { message: 'A link is on its way.' } } })
    await fill(email, 'asha@example.com')
    await click(send)
    const notice = await shown(page.getByRole('status'))
    expect(notice.textContent).toContain('A link is on its way.')
    expect(document.activeElement).toBe(notice)
    await gone(send)
  })

  it('requires an email address', async () => {
    const { network } = await renderRemote('/forgot')
    await click(send)
    await shown(page.getByText('Enter the email address of your account'))
    expect(hasFocus(email)).toBe(true)
    expect(network.asked).toEqual([])
  })

  it('keeps the email address when sending fails', async () => {
    await renderRemote('/forgot', { network: { [FORGOT]: refusal(429, 'TOO_MANY_REQUESTS', 'Try again later.') } })
    await fill(email, 'asha@example.com')
    await click(send)
    expect((await shown(alert)).textContent).toBe('Try again later.')
    await until(() => hasFocus(email)).toBe(true)
  })
})

describe('/reset', () => {
  it('sends the token with the new password, and opens /login without keeping the token in the history', async () => {
    const sent: unknown[] = []
    const { asked } = await renderRemote('/reset?token=abc', {
      network: {
        [RESET]: async (_url: URL, request: Request) => {
          sent.push(await request.json())
          return { message: 'Your password is changed.' }
        },
      },
    })
    const before = history.length
    expect((await shown(password)).getAttribute('autocomplete')).toBe('new-password')
    await fill(password, 'a new password')
    await click(change)
    await shown(page.getByText('Your password is changed.'))
    expect(location.pathname + location.search).toBe('/login')
    expect(history.length).toBe(before)
    expect(sent).toEqual([{ token: 'abc', password: 'a new password' }])
    expect(asked).toEqual(['refresh'])
  })

  it('shows that a used link is invalid, and where to get a new one', async () => {
    await renderRemote('/reset?token=old', {
      network: { [RESET]: refusal(400, 'BAD_REQUEST', 'This link was used already.') },
    })
    await fill(password, 'a new password')
    await click(change)
    expect((await shown(alert)).textContent).toBe('This link was used already.')
    await until(() => hasFocus(password)).toBe(true)
    await click(page.getByRole('link', { name: 'Ask for a new link' }))
    await shown(email)
  })

  it('asks for the username as well if nobody has confirmed the address, and can be sent again at once', async () => {
    const sent: unknown[] = []
    const { network } = await renderRemote('/reset?token=abc&named=1', {
      network: { [RESET]: refusal(400, 'BAD_REQUEST', 'Username: enter the one that you chose.') },
    })
    const username = page.getByLabelText('Username', { exact: true })
    await fill(username, 'asha.rao')
    await fill(password, 'a new password')
    const sendAgain = () => {
      network.answer(RESET, async (_url: URL, request: Request) => {
        sent.push(await request.json())
        return { message: 'Your password is changed.' }
      })
      ;(change.element() as HTMLElement).click()
    }
    username.element().addEventListener('focus', sendAgain, { once: true })
    await click(change)
    await shown(page.getByText('Your password is changed.'))
    expect(sent).toEqual([{ token: 'abc', username: 'asha.rao', password: 'a new password' }])
  })

  it('tells password managers whose password it is', async () => {
    await renderRemote('/reset?token=abc&account=asha.rao')
    const form = (await shown(password)).closest('form')
    const hidden = form?.querySelector<HTMLInputElement>('input[autocomplete="username"]')
    expect([hidden?.value, hidden?.hidden]).toEqual(['asha.rao', true])
  })

  it('makes no request without a token', async () => {
    await renderRemote('/reset')
    await shown(page.getByText('Part of the link is missing'))
    await gone(password)
    await shown(page.getByRole('link', { name: 'Ask for a new link' }))
  })
})
