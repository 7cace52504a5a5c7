import { postWithDetail } from '@aangan/contracts/testing/posts'
import type { Session, User } from '@aangan/contracts/users'
import type { Answers } from '@aangan/remote/testing/network'
import { choose, click, entered, fill, shown } from '@aangan/remote/testing/user-actions'
import { page } from 'vitest/browser'
import { listingNetwork } from '../../listing/testing/listing.ts'
import { renderRemote } from '../../testing/screens.ts'
import { FIELD_NAMES, FIELDS, type FieldName, type FormTexts, labelOf } from '../form-fields.ts'
import { pasteHtml } from './editor.ts'
import { FILLED } from './filled.ts'
import { openUploads, takePicture } from './uploads.ts'

export const PUBLISHED = postWithDetail({ id: 'e'.repeat(24), title: FILLED.title })

export function signedIn(username = 'asha'): Session {
  const user: User = {
    id: (username[0] ?? '').repeat(24),
    username,
    email: `${username}@example.com`,
    avatar: null,
    createdAt: '2026-01-02T03:04:05.000Z',
  }
  return { status: 'user', user }
}

export const field = (name: FieldName) => page.getByLabelText(labelOf(name), { exact: true })
/** A field's value, the description's as plain text. */
export const textIn = (name: FieldName) =>
  name === 'desc' ? (field(name).element() as HTMLElement).innerText.trim() : entered(field(name))
export const add = () => click(page.getByRole('button', { name: 'Add', exact: true }))
export const summary = page.getByRole('alert')
export const picture = (at: number) =>
  page
    .getByRole('list', { name: 'Pictures' })
    .getByRole('listitem')
    .nth(at - 1)
export const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Opens the form; `sent` collects the published posts. */
export async function openForm(changes: Answers = {}) {
  openUploads()
  const sent: unknown[] = []
  const screen = await renderRemote('/add', {
    session: signedIn(),
    network: {
      ...listingNetwork([PUBLISHED]),
      'POST /media/posts': takePicture,
      'POST /posts': async (_url: URL, request: Request) => {
        sent.push(await request.json())
        return Response.json(PUBLISHED, { status: 201 })
      },
      '/posts/places': [],
      '/posts/map': [],
      // The page that follows may ask before the test ends.
      [`/posts/${PUBLISHED.id}/views`]: { total: 0, days: [] },
      '/users/saved': { ids: [] },
      ...changes,
    },
  })
  await shown(page.getByRole('heading', { level: 1, name: 'Add New Post' }))
  return { ...screen, sent }
}

export async function fillForm(changes: Partial<FormTexts> = {}): Promise<void> {
  const texts = { ...FILLED, ...changes }
  for (const name of FIELD_NAMES) {
    if (name === 'desc') await pasteHtml(texts.desc)
    else await (FIELDS[name].choices ? choose : fill)(field(name), texts[name])
  }
}

/** Resolves a frame after the address has changed; the form stays mounted until the next screen is loaded. */
export async function left(path: string): Promise<void> {
  do await new Promise(requestAnimationFrame)
  while (location.pathname === path)
  await new Promise(requestAnimationFrame)
}
