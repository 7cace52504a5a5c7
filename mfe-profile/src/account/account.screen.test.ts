import { OWN_DATA } from '@aangan/contracts/own-data-calls'
import { type Answers, refusal, unreachable } from '@aangan/remote/testing/network'
import { click, fill, gone, hasFocus, press, shown, until } from '@aangan/remote/testing/user-actions'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { asha, signedIn } from '../testing/people.ts'
import { renderRemote } from '../testing/screens.ts'

afterEach(() => void vi.restoreAllMocks())

const DELETE = `DELETE /users/${asha.id}`
const section = page.getByRole('region', { name: 'Your data and account' })
const download = section.getByRole('button', { name: 'Download your data' })
const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
const password = dialog.getByLabelText('Your password', { exact: true })
const confirm = dialog.getByRole('button', { name: 'Delete my account' })

const open = (network = {}) => renderRemote('/profile/update', { session: signedIn(), network })

/** Every call returns one list of its own; `/chats/data` has two pages. */
const PAGES: Answers = {
  ...Object.fromEntries(OWN_DATA.map((path) => [path, { lists: { [path]: [path] }, next: null }])),
  '/chats/data': { lists: { messages: [1, 2] }, next: 'a.2' },
  '/chats/data?after=a.2': { lists: { messages: [3] }, next: null },
}

/** The files that the page has offered to save. */
function watchDownloads() {
  const files: { name: string; blob: Blob }[] = []
  const blobs = new Map<string, Blob>()
  const make = URL.createObjectURL.bind(URL)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = make(blob as Blob)
    blobs.set(url, blob as Blob)
    return url
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    files.push({ name: this.download, blob: blobs.get(this.href) as Blob })
  })
  return files
}

describe('downloading one’s data', () => {
  it('saves one file with every page of every service', async () => {
    const files = watchDownloads()
    await open(PAGES)
    await click(download)
    await shown(section.getByRole('status').getByText('Your file is ready. Look in your downloads.'))
    expect(files.map(({ name }) => name)).toEqual([`aangan-data-${new Date().toISOString().slice(0, 10)}.json`])
    const saved = JSON.parse((await files[0]?.blob.text()) ?? '')
    expect(saved).toMatchObject({ site: 'Aangan', messages: [1, 2, 3], '/auth/data': ['/auth/data'] })
    for (const path of OWN_DATA.filter((each) => each !== '/chats/data')) expect(saved[path]).toEqual([path])
  })

  it.each(OWN_DATA)('saves nothing while %s is away, says so, and can be repeated', async (path) => {
    const files = watchDownloads()
    const { network } = await open({ ...PAGES, [path]: unreachable })
    await click(download)
    await shown(section.getByRole('alert').getByText('could not be downloaded, and no file was saved'))
    expect(files).toEqual([])
    network.answer(path, path === '/chats/data' ? { lists: {}, next: null } : (PAGES[path] ?? {}))
    await click(download)
    await until(() => files.length).toBe(1)
    await gone(section.getByRole('alert'))
  })
})

describe('deleting one’s account', () => {
  it('says what happens, asks for the password, and ends signed out on the home page', async () => {
    const sent: unknown[] = []
    const { asked, context, network } = await open({
      [DELETE]: async (_url: URL, request: Request) => {
        sent.push(await request.json())
        return { message: 'Your account is deleted.' }
      },
      'POST /auth/logout': { message: 'You are signed out.' },
    })
    const left: unknown[] = []
    const subscription = context.changes.after(0).subscribe(({ change }) => left.push(change))
    await click(section.getByRole('button', { name: 'Delete account' }))
    await shown(dialog)
    for (const words of ['cannot be undone', 'under “Deleted user”', 'signed out on all devices'])
      await shown(dialog.getByText(words))
    await click(confirm)
    await shown(dialog.getByText('Enter your password'))
    expect([hasFocus(password), sent]).toEqual([true, []])
    await fill(password, 'correct horse')
    await press('Enter')
    await until(() => location.pathname).toBe('/')
    expect(history.state.usr).toEqual({ notice: expect.stringContaining('Your account is deleted') })
    await until(() => asked).toEqual(['refresh'])
    expect([sent, left]).toEqual([[{ currentPassword: 'correct horse' }], [{ type: 'user.left', id: asha.id }]])
    expect(network.asked.at(-1)).toBe('POST /auth/logout')
    subscription.unsubscribe()
  })

  it('shows why it was refused, and can be called off', async () => {
    await open({ [DELETE]: refusal(403, 'FORBIDDEN', 'This password is not right.') })
    const button = section.getByRole('button', { name: 'Delete account' })
    await click(button)
    await fill(password, 'wrong')
    await click(confirm)
    await shown(dialog.getByRole('alert').getByText('This password is not right.'))
    expect(hasFocus(password)).toBe(true)
    await click(dialog.getByRole('button', { name: 'Keep my account' }))
    await gone(dialog)
    expect(hasFocus(button)).toBe(true)
  })
})
