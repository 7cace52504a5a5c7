import type { PostChange } from '@aangan/contracts/posts'
import { postWithDetail } from '@aangan/contracts/testing/posts'
import type { Session } from '@aangan/contracts/users'
import { type Answers, refusal } from '@aangan/remote/testing/network'
import { click, entered, fill, go, gone, hasFocus, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { listingNetwork, title } from '../listing/testing/listing.ts'
import { renderRemote } from '../testing/screens.ts'
import { editor, goIntoText, pasteInto } from './testing/editor.ts'
import { button, field, left, picture, signedIn, summary, textIn } from './testing/form.ts'
import { chooseFiles, openUploads, takePicture, urlOf } from './testing/uploads.ts'

const STORED = postWithDetail(
  {
    userId: 'a'.repeat(24),
    images: ['/media/posts/a/640.webp'],
    alts: ['The hall'],
    img: '/media/posts/a/640.webp',
  },
  '<p>Bright &amp; <b>quiet</b>.</p>\n<p>One<br />two</p>',
)
const PATH = `/edit/${STORED.id}`
const PUT = `PUT /posts/${STORED.id}`
const lost = page.getByRole('heading', { level: 1, name: '404 Not Found' })
const save = () => click(button('Save changes'))
const drafts = () => Object.keys(localStorage).filter((key) => key.includes('edit-draft'))

/** Opens the form; `sent` collects the changes. */
async function openEdit({ session = signedIn(), network = {} }: { session?: Session; network?: Answers } = {}) {
  const sent: unknown[] = []
  let stored = STORED
  const screen = await renderRemote(PATH, {
    session,
    network: {
      ...listingNetwork([STORED]),
      [`/posts/${STORED.id}`]: () => stored,
      [PUT]: async (_url: URL, request: Request) => {
        const change = await request.json()
        sent.push(change)
        stored = { ...stored, ...change.postData, postDetail: { ...stored.postDetail, ...change.postDetail } }
        return stored
      },
      [`/posts/${STORED.id}/views`]: { total: 0, days: [] },
      '/posts/places': [],
      '/posts/map': [],
      '/users/saved': { ids: [] },
      ...network,
    },
  })
  return { ...screen, sent, storeElsewhere: (changes: Partial<typeof STORED>) => (stored = { ...stored, ...changes }) }
}

const form = () => shown(page.getByRole('heading', { level: 1, name: 'Edit Post' }))

describe('/edit/{id}', () => {
  it.each([
    ['of another person', { session: signedIn('beena') }],
    [
      'that does not exist',
      { network: { [`/posts/${STORED.id}`]: () => refusal(404, 'NOT_FOUND', 'Post not found') } },
    ],
  ])('does not show a listing %s', async (_whose, options) => {
    await openEdit(options)
    await shown(lost)
    await gone(button('Save changes'))
  })

  it('shows an error when the listing cannot be loaded, and retries', async () => {
    const { network } = await openEdit({
      network: { [`/posts/${STORED.id}`]: () => refusal(503, 'UNAVAILABLE', 'Away for a moment.') },
    })
    await shown(page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }))
    network.answer(`/posts/${STORED.id}`, STORED)
    await click(button('Try again'))
    const title = await form()
    await until(() => document.activeElement).toBe(title)
  })

  it('redirects to /login after the session has ended, and keeps the changes', async () => {
    const { asked } = await openEdit({
      network: { [PUT]: () => refusal(401, 'UNAUTHORIZED', 'Not Authenticated!') },
    })
    await form()
    await fill(field('price'), '5000000')
    await save()
    await until(() => asked).toContain('sign in')
    expect(drafts()).toHaveLength(1)
  })

  it("shows the server's error", async () => {
    await openEdit({ network: { [PUT]: () => refusal(400, 'BAD_REQUEST', 'price is 5; it may be more') } })
    await form()
    await fill(field('price'), '5')
    await save()
    await shown(summary.getByText('Your changes are not saved yet'))
    await click(summary.getByRole('link', { name: 'Price' }))
    expect(hasFocus(field('price'))).toBe(true)
  })

  describe('pictures that were changed in another window', () => {
    const [HALL, THEIRS, MINE] = ['/media/posts/a/640.webp', urlOf('b.jpg'), urlOf('c.jpg')]

    /** Refuses pictures chosen from an older state, as the server does. */
    async function openChanged() {
      openUploads()
      const sent: PostChange[] = []
      const opened = await openEdit({ network: { 'POST /media/posts': takePicture } })
      await form()
      await fill(field('title'), 'Flat with two gardens')
      chooseFiles('c.jpg')
      await until(() => document.querySelectorAll('img[src*="ccc"]').length).toBeGreaterThan(0)
      await until(() =>
        drafts()
          .map((key) => localStorage.getItem(key))
          .join(),
      ).toContain(MINE)
      const changed = {
        ...STORED,
        rev: STORED.rev + 1,
        price: 9_000_000,
        images: [HALL, THEIRS],
        alts: ['The hall', ''],
      }
      opened.network.answer(`/posts/${STORED.id}`, changed)
      opened.network.answer(PUT, async (_url: URL, request: Request) => {
        const change: PostChange = await request.json()
        sent.push(change)
        return (change.rev ?? changed.rev) < changed.rev
          ? refusal(409, 'CONFLICT', 'Changed in another window.')
          : changed
      })
      return { ...opened, sent, changed }
    }

    async function reloadAndSave(sent: PostChange[]) {
      await save()
      await shown(summary.getByText('Changed in another window.'))
      await click(button('Load current pictures'))
      await until(() => entered(field('price'))).toBe('9,000,000')
      expect(entered(field('title'))).toBe('Flat with two gardens')
      await save()
      await until(() => location.pathname).toBe(`/${STORED.id}`)
      expect(sent.at(-1)).toEqual({
        postData: { title: 'Flat with two gardens', images: [HALL, THEIRS, MINE], alts: ['The hall', '', ''] },
        postDetail: {},
        rev: STORED.rev + 1,
      })
      expect(drafts()).toEqual([])
    }

    it('are loaded under what was entered, and lost in neither', async () => {
      const { sent, network, changed } = await openChanged()
      await save()
      await shown(summary.getByText('Changed in another window.'))
      network.answer(`/posts/${STORED.id}`, () => refusal(503, 'UNAVAILABLE', 'Away for a moment.'))
      await click(button('Load current pictures'))
      await shown(summary.getByText('They could not be loaded.', { exact: false }))
      network.answer(`/posts/${STORED.id}`, changed)
      await reloadAndSave(sent)
    })

    it('are not dropped by a draft stored before', async () => {
      const { sent, expire, become } = await openChanged()
      expire()
      await gone(field('title'))
      become(signedIn())
      await until(() => entered(field('title'))).toBe('Flat with two gardens')
      await until(() => document.querySelectorAll('img[src*="ccc"]').length).toBeGreaterThan(0)
      await reloadAndSave(sent)
    })
  })

  it('can save again after a quick Back', async () => {
    const { sent } = await openEdit()
    await form()
    for (const name of ['Flat with two gardens', 'Flat with three gardens']) {
      await fill(field('title'), name)
      await save()
      await left(PATH)
      await go(-1)
      await form()
      await until(() => entered(field('title'))).toBe(name)
    }
    expect(sent).toHaveLength(2)
  })

  it('is prefilled, sends only the changes, announces them, and shows the listing', async () => {
    const { sent, context, storeElsewhere } = await openEdit()
    const announced: unknown[] = []
    const subscription = context.changes.after(0).subscribe(({ change }) => announced.push(change))
    await form()
    await shown(editor)
    expect(textIn('title')).toBe(STORED.title)
    expect(textIn('desc')).toBe('Bright & quiet.\nOne\ntwo')
    expect(textIn('size')).toBe('1100')
    expect(entered(picture(1).getByLabelText('Describe this picture'))).toBe('The hall')
    storeElsewhere({ price: 9_000_000 })
    await fill(field('title'), 'Flat with two gardens')
    await save()
    await shown(title({ title: 'Flat with two gardens' }))
    await shown(page.getByRole('status').getByText('Your changes are saved.'))
    subscription.unsubscribe()
    expect(location.pathname).toBe(`/${STORED.id}`)
    expect(sent).toEqual([{ postData: { title: 'Flat with two gardens' }, postDetail: {} }])
    expect(announced).toEqual([{ type: 'post.changed', id: STORED.id }])
    expect(drafts()).toEqual([])
    await shown(page.getByRole('img', { name: 'The hall' }).first())
  })

  it('updates the open page and does not navigate when saved after leaving the form', async () => {
    const { network } = await openEdit()
    await form()
    await fill(field('title'), 'Flat with two gardens')
    const release = network.hold(PUT)
    await save()
    await until(() => network.asked).toContain(PUT)
    history.pushState({ usr: null, key: 'left', idx: 1 }, '', `/${STORED.id}?from=mail`)
    await shown(title(STORED))
    release()
    await shown(title({ title: 'Flat with two gardens' }))
    expect(location.search).toBe('?from=mail')
    expect(drafts()).toEqual([])
  })

  it('sends a changed description, but not a restored one', async () => {
    const { sent } = await openEdit()
    await form()
    await goIntoText()
    await pasteInto({ text: ' Soon.' })
    await until(() => drafts().length).toBe(1)
    await click(page.getByRole('button', { name: 'Undo' }))
    await until(drafts).toEqual([])
    await goIntoText()
    await pasteInto({ text: ' Soon.' })
    await until(() => drafts().length).toBe(1)
    await save()
    await until(() => sent).toEqual([
      {
        postData: {},
        postDetail: { desc: '<p>Bright &amp; <strong>quiet</strong>.</p><p>One<br>two Soon.</p>' },
      },
    ])
    await shown(title(STORED))
  })

  it('keeps changes for the user who made them, until discarded', async () => {
    const { become, expire } = await openEdit()
    await form()
    await gone(button('Discard changes'))
    await fill(field('title'), 'Another title')
    expire()
    await gone(field('title'))
    become(signedIn())
    await until(() => entered(field('title'))).toBe('Another title')
    expect(entered(field('price'))).toBe('4,500,000')
    await click(button('Discard changes'))
    await until(() => entered(field('title'))).toBe(STORED.title)
    expect(hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
    expect(drafts()).toEqual([])
  })
})
