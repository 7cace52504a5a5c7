import type { Agent } from '@aangan/contracts/users'
import { pictureNamed } from '@aangan/product/testing/picture-named'
import { refusal } from '@aangan/remote/testing/network'
import { click, entered, fill, gone, hasFocus, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { asha, signedIn } from '../testing/people.ts'
import { renderRemote } from '../testing/screens.ts'

const UPDATE = `PUT /users/${asha.id}`
const AGENT: Agent = {
  title: 'Advisor',
  location: 'Pune',
  specialization: 'First homes',
  phone: null,
  experienceYears: 7,
}

const field = (label: string) => page.getByLabelText(label, { exact: true })
const update = page.getByRole('button', { name: 'Update' })
const listMe = page.getByLabelText('List me as an agent')

async function open(agent?: Agent, avatar: string | null = null) {
  const sent: unknown[] = []
  const screen = await renderRemote('/profile/update', {
    session: signedIn({ avatar, ...(agent && { agent }) }),
    network: {
      [UPDATE]: async (_url: URL, request: Request) => {
        sent.push(await request.json())
        return asha
      },
      '/users/profilePosts': { userPosts: [], savedPosts: [] },
      '/auth/sessions': [],
      '/users/searches': [],
      '/chats/mails': { isOn: true },
    },
  })
  return { ...screen, sent }
}

describe('/profile/update', () => {
  it('is prefilled, keeps the password if none is entered, and then opens the profile', async () => {
    const { sent, asked, context } = await open()
    await shown(page.getByRole('heading', { level: 1, name: 'Update Profile' }))
    expect(entered(field('Username'))).toBe('asha.rao')
    expect(field('Email').element().getAttribute('type')).toBe('email')
    expect(entered(field('Password'))).toBe('')
    await fill(field('Username'), 'asha.r')
    await click(update)
    await until(() => location.pathname).toBe('/profile')
    expect(sent).toEqual([{ username: 'asha.r' }])
    await shown(page.getByRole('status').getByText('Your username is now asha.r.'))
    expect(asked).toEqual(['refresh'])
    const announced: unknown[] = []
    const subscription = context.changes.after(0).subscribe(({ change }) => announced.push(change))
    subscription.unsubscribe()
    expect(announced).toEqual([{ type: 'user.changed', id: asha.id }])
  })

  it('keeps what was typed while the session has ended, but no password, and can discard it', async () => {
    const { expire, become, sent } = await open()
    await fill(field('Username'), 'asha.r')
    await fill(field('Password'), 'battery staple')
    await click(listMe)
    await fill(field('City'), 'Pune')
    expire()
    await gone(update)
    become(signedIn())
    await until(() => entered(field('Username'))).toBe('asha.r')
    expect([entered(field('City')), entered(field('Password'))]).toEqual(['Pune', ''])
    await shown(field('Current password'))
    expect(JSON.stringify(localStorage)).not.toContain('staple')
    await click(page.getByRole('button', { name: 'Discard changes' }))
    await until(() => entered(field('Username'))).toBe('asha.rao')
    await gone(field('City'))
    await gone(page.getByRole('button', { name: 'Discard changes' }))
    await fill(field('Username'), 'asha.r')
    await click(update)
    await until(() => sent).toEqual([{ username: 'asha.r' }])
    await until(() => JSON.stringify(localStorage)).not.toContain('asha.r')
  })

  it('shows what was typed into fields that were hidden meanwhile', async () => {
    await open()
    await click(listMe)
    await fill(field('Job title'), 'Broker')
    await click(listMe)
    await gone(field('Job title'))
    await click(listMe)
    await until(() => entered(field('Job title'))).toBe('Broker')
  })

  it.each([
    ['Username is already taken!', 'Username'],
    ['User with this email already exists!', 'Email'],
    ['Password: use 8 to 200 characters.', 'Password'],
  ])('shows "%s" as an error, and focuses that field', async (message, label) => {
    const { network } = await open()
    network.answer(UPDATE, refusal(409, 'CONFLICT', message))
    await click(update)
    const words = (await shown(page.getByRole('alert'))).textContent
    expect(words).toContain('error')
    expect(words).toContain(message)
    await until(() => hasFocus(field(label))).toBe(true)
    expect(location.pathname).toBe('/profile/update')
  })

  it.each([
    ['Username', 'asha.r', { username: 'asha.r' }],
    ['Email', 'new@example.com', { email: 'new@example.com' }],
    ['Password', 'battery staple', { password: 'battery staple' }],
  ])('asks for the current password once %s changes, and sends it if entered', async (label, text, change) => {
    const { sent } = await open()
    const current = field('Current password')
    await gone(current)
    await fill(field(label), text)
    expect((await shown(current)).getAttribute('autocomplete')).toBe('current-password')
    await fill(current, 'correct horse')
    await click(update)
    await until(() => sent).toEqual([{ ...change, currentPassword: 'correct horse' }])
  })

  it('does not send a current password that is not needed any more', async () => {
    const { sent } = await open()
    await fill(field('Email'), 'new@example.com')
    await fill(field('Current password'), 'correct horse')
    await fill(field('Email'), asha.email ?? '')
    await gone(field('Current password'))
    await click(update)
    await until(() => sent).toEqual([{}])
  })

  it('shows at the field that the current password is needed, and focuses it', async () => {
    const { network } = await open()
    const message = 'Current password: enter it, or sign in again, to change your username, email address or password.'
    network.answer(UPDATE, refusal(403, 'FORBIDDEN', message))
    await fill(field('Email'), 'new@example.com')
    await click(update)
    expect((await shown(page.getByRole('alert'))).textContent).toBe('There was an error. Nothing was changed.')
    const said = await shown(page.getByText(message))
    const current = field('Current password').element()
    expect(current.getAttribute('aria-invalid')).toBe('true')
    expect(current.getAttribute('aria-describedby')).toContain(said.id)
    await until(() => hasFocus(field('Current password'))).toBe(true)
    expect(entered(field('Email'))).toBe('new@example.com')
  })

  it('does not move the focus if the error names no field', async () => {
    const { network } = await open()
    network.answer(UPDATE, refusal(503, 'UNAVAILABLE', 'Profiles are not available right now.'))
    await click(update)
    await shown(page.getByRole('alert'))
    expect(hasFocus(field('Username'))).toBe(false)
  })

  it('sends only changes made here, so that those of another tab are kept', async () => {
    const { sent, become } = await open()
    await fill(field('Email'), 'new@example.com')
    become(signedIn({ username: 'renamed' }))
    expect(entered(field('Username'))).toBe('asha.rao')
    await click(update)
    await until(() => sent).toEqual([{ email: 'new@example.com' }])
  })
})

describe('the picture', () => {
  const UPLOADED = '/media/avatars/0123456789abcdef01234567/512.webp'
  const upload = page.getByRole('button', { name: 'Upload' })

  const choose = (bytes: number) => chooseFile(new File([new Uint8Array(bytes)], 'me.jpg', { type: 'image/jpeg' }))

  function chooseFile(file: File): void {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('There is no file input.')
    const chosen = new DataTransfer()
    chosen.items.add(file)
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }

  const preview = () => document.querySelector('form img')?.getAttribute('src') ?? null

  it('is uploaded and shown at once, and saved with the form', async () => {
    const { network, sent } = await open()
    await shown(upload)
    network.answer('POST /media/avatars', async (_url: URL, request: Request) => {
      const file = (await request.formData()).get('file')
      expect(file).toMatchObject({ name: 'me.jpg', size: 1_000 })
      return { url: UPLOADED, width: 512, height: 512, srcset: '' }
    })
    choose(1_000)
    await until(preview).toBe(UPLOADED)
    expect(sent).toEqual([])
    await click(update)
    await until(() => sent).toEqual([{ avatar: UPLOADED }])
  })

  it('is converted from HEIC where the browser can read it', async () => {
    const { network } = await open()
    await shown(upload)
    let sent: unknown
    network.answer('POST /media/avatars', async (_url: URL, request: Request) => {
      sent = (await request.formData()).get('file')
      return { url: UPLOADED, width: 512, height: 512, srcset: '' }
    })
    chooseFile(await pictureNamed('me.heic'))
    await until(preview).toBe(UPLOADED)
    expect(sent).toMatchObject({ name: 'me.jpg', type: 'image/jpeg' })
  })

  it("is refused above 2 MB without a request, and shows the server's error otherwise", async () => {
    const { network } = await open()
    await shown(upload)
    choose(2_000_001)
    await shown(page.getByText('This picture is larger than 2 MB. Choose a smaller one.'))
    expect(network.asked).toEqual([])
    network.answer(
      'POST /media/avatars',
      refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'This file is not a picture that we can use.'),
    )
    choose(10)
    await shown(page.getByText('This file is not a picture that we can use.'))
    await gone(page.getByText('This picture is larger than 2 MB.', { exact: false }))
    expect(preview()).toBe(null)
  })

  describe('that is still uploading on submit', () => {
    const AWAITED = page.getByText('Your profile is updated as soon as this picture is uploaded.', { exact: false })

    async function submitEarly(answer: Response | object) {
      const { network, sent } = await open()
      await shown(upload)
      network.answer('POST /media/avatars', answer)
      const release = network.hold('POST /media/avatars')
      choose(1_000)
      await click(update)
      await shown(AWAITED)
      expect(sent).toEqual([])
      return { sent, release }
    }

    it('is sent with the form once it is uploaded', async () => {
      const { sent, release } = await submitEarly({ url: UPLOADED, width: 512, height: 512, srcset: '' })
      release()
      await until(() => sent).toEqual([{ avatar: UPLOADED }])
    })

    it('sends nothing if it is refused', async () => {
      const { sent, release } = await submitEarly(refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'No picture.'))
      release()
      await shown(page.getByText('Your picture could not be uploaded. Nothing was changed.'))
      await gone(AWAITED)
      expect(sent).toEqual([])
    })
  })

  it('can be removed', async () => {
    const { sent } = await open(undefined, UPLOADED)
    await until(preview).toBe(UPLOADED)
    await click(page.getByRole('button', { name: 'Remove picture' }))
    expect(preview()).toBe(null)
    expect(hasFocus(upload)).toBe(true)
    await click(update)
    await until(() => sent).toEqual([{ removeAvatar: true }])
  })
})

describe('the list of agents', () => {
  it('lists a user who opts in', async () => {
    const { sent } = await open()
    await gone(field('City'))
    await click(listMe)
    await fill(field('Job title'), 'Advisor')
    await fill(field('City'), 'Pune')
    await fill(field('Specialization'), 'First homes')
    await fill(field('Years of experience'), '7')
    await click(update)
    await until(() => sent).toEqual([{ agent: AGENT }])
  })

  it('reports missing fields before sending', async () => {
    const { network } = await open()
    await click(listMe)
    await fill(field('Job title'), 'Advisor')
    await click(update)
    await shown(page.getByText('Enter the city you work in.'))
    expect(hasFocus(field('City'))).toBe(true)
    await fill(field('City'), 'Pune')
    await gone(page.getByText('Enter the city you work in.'))
    expect(network.asked).toEqual([])
  })

  it('removes a user who opts out', async () => {
    const { sent } = await open(AGENT)
    expect(entered(field('City'))).toBe('Pune')
    await click(listMe)
    await click(update)
    await until(() => sent).toEqual([{ agent: null }])
  })
})
