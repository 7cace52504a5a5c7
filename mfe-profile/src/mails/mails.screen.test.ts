import { type Answers, refusal } from '@aangan/remote/testing/network'
import { gone, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { sessionInfo, signedIn } from '../testing/people.ts'
import { renderRemote } from '../testing/screens.ts'

const MAILS = '/chats/mails'
const choice = page.getByLabelText('Email me unread messages')
const chosen = () => (choice.element() as HTMLSelectElement).value

function open(changes: Answers) {
  const network: Answers = {
    '/users/profilePosts': { userPosts: [], savedPosts: [] },
    '/auth/sessions': [sessionInfo()],
    '/users/searches': [],
    ...changes,
  }
  return renderRemote('/profile', { network, session: signedIn() })
}

describe('emails about unread messages', () => {
  it('are switched in the profile at once, and reverted on failure', async () => {
    const sent: unknown[] = []
    const { network } = await open({
      [MAILS]: { isOn: true },
      [`PUT ${MAILS}`]: async (_url: URL, request: Request) => {
        sent.push(await request.json())
        return { isOn: false }
      },
    })
    await shown(choice)
    expect(chosen()).toBe('on')
    await choice.selectOptions('Never')
    await until(() => sent).toEqual([{ isOn: false }])
    await until(chosen).toBe('off')
    network.answer(`PUT ${MAILS}`, refusal(503, 'UNAVAILABLE', 'Your choice could not be saved.'))
    await choice.selectOptions('When I am away')
    await shown(page.getByRole('alert').getByText('Your choice could not be saved.'))
    await until(chosen).toBe('off')
  })

  it('end as the last of several quick choices says, however slow the requests', async () => {
    const answers: (() => void)[] = []
    const sent: unknown[] = []
    await open({
      [MAILS]: { isOn: true },
      [`PUT ${MAILS}`]: async (_url: URL, request: Request) => {
        const choice = await request.json()
        sent.push(choice)
        await new Promise<void>((resolve) => answers.push(resolve))
        return choice.isOn ? refusal(503, 'UNAVAILABLE', 'Your choice could not be saved.') : choice
      },
    })
    await shown(choice)
    for (const label of ['Never', 'When I am away', 'Never']) await choice.selectOptions(label)
    expect([chosen(), sent]).toEqual(['off', [{ isOn: false }]])
    answers[0]?.()
    await until(() => sent).toEqual([{ isOn: false }, { isOn: false }])
    await choice.selectOptions('When I am away')
    answers[1]?.()
    await until(() => sent.length).toBe(3)
    expect(chosen()).toBe('on')
    answers[2]?.()
    await shown(page.getByRole('alert').getByText('Your choice could not be saved.'))
    await until(chosen).toBe('off')
  })

  it('can be retried if the setting could not be loaded', async () => {
    const { network } = await open({ [MAILS]: refusal(503, 'UNAVAILABLE', 'Chat is not available right now.') })
    const failed = page.getByText('Your email settings could not be loaded')
    await shown(failed)
    network.answer(MAILS, { isOn: false })
    await page.getByRole('button', { name: 'Try again' }).click()
    await gone(failed)
    await until(chosen).toBe('off')
  })

  it('are stopped by the link in an email, and started again', async () => {
    const sent: unknown[] = []
    const link = (isOn: boolean) => async (_url: URL, request: Request) => {
      sent.push(await request.json())
      return { isOn }
    }
    await renderRemote('/mails/stop?token=abc', {
      network: { [`POST ${MAILS}/stop`]: link(false), [`POST ${MAILS}/start`]: link(true) },
    })
    await shown(page.getByRole('heading', { level: 1, name: 'These emails have stopped' }))
    await shown(page.getByRole('status').getByText('Messages that you have not read'))
    await page.getByRole('button', { name: 'Start again' }).click()
    await shown(page.getByRole('heading', { level: 1, name: 'You will get these emails again' }))
    expect(sent).toEqual([{ token: 'abc' }, { token: 'abc' }])
  })
})
