import type { PostBody } from '@aangan/contracts/posts'
import { pictureNamed } from '@aangan/product/testing/picture-named'
import { personalKey } from '@aangan/remote/personal-storage'
import { unreachable } from '@aangan/remote/testing/network'
import { click, entered, fill, gone, hasFocus, press, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { FILLED_BODY } from './testing/filled.ts'
import { add, button, field, fillForm, openForm, picture, signedIn, summary } from './testing/form.ts'
import { chooseFiles, filesOf, NO_PICTURE, takePicture, urlOf } from './testing/uploads.ts'

const FRONT = 'a-front.jpg'
const KITCHEN = 'b-kitchen.jpg'
const GARDEN = 'c-garden.jpg'
const ALT = 'Describe this picture'
const items = page.getByRole('list', { name: 'Pictures' }).getByRole('listitem')
const DRAFT = personalKey(`add-draft:${'a'.repeat(24)}`, 'a'.repeat(24))
const draftImages = () => JSON.parse(localStorage.getItem(DRAFT) ?? '{}').images

const badges = () => texts(items).map((text) => text.replace(ALT, ''))
const altOf = (at: number) => picture(at).getByLabelText(ALT)

async function focus(target: Locator): Promise<void> {
  const element = await shown(target)
  element.focus()
}

async function uploaded(...names: string[]): Promise<void> {
  await until(draftImages).toEqual(names.map(urlOf))
}

/** Also those in layers. */
function rulesIn(list: CSSRuleList): CSSRule[] {
  return [...list].flatMap((rule) => (rule instanceof CSSLayerBlockRule ? rulesIn(rule.cssRules) : [rule]))
}

describe('the pictures of /add', () => {
  it('are uploaded independently: a refused one does not stop the others', async () => {
    const { sent } = await openForm()
    await fillForm()
    chooseFiles(FRONT, 'notes.txt', KITCHEN)
    await uploaded(FRONT, KITCHEN)
    expect(badges()).toEqual(['Cover', '', `notes.txt ${NO_PICTURE}`])
    await add()
    await until(() => sent).toEqual([
      {
        ...FILLED_BODY,
        clientId: expect.any(String),
        postData: { ...FILLED_BODY.postData, images: [urlOf(FRONT), urlOf(KITCHEN)], alts: ['', ''] },
      },
    ])
  })

  it('are dropped only where there is a pointer that drags', async () => {
    await openForm()
    const way = (await shown(page.getByText('Or drop them here:'))).className
    const rules = [...document.styleSheets].flatMap((sheet) => rulesIn(sheet.cssRules))
    const touch = rules.filter((rule) => rule instanceof CSSMediaRule && rule.conditionText === '(hover: none)')
    expect(touch.map(({ cssText }) => cssText).join()).toMatch(new RegExp(`\\.${way} \\{ display: none; \\}`))
  })

  it('show their progress', async () => {
    const { network } = await openForm()
    network.hold('POST /media/posts')
    chooseFiles(FRONT)
    const bar = await shown(page.getByRole('progressbar', { name: `Uploading ${FRONT}` }))
    await until(() => (bar as HTMLProgressElement).value).toBe(0.5)
  })

  describe('that are uploading when the form is submitted', () => {
    const AWAITED = page.getByText('Your home is published as soon as its pictures are uploaded.', { exact: false })

    async function addEarly(...files: string[]) {
      const { network, sent } = await openForm()
      const release = network.hold('POST /media/posts')
      await fillForm()
      chooseFiles(...files)
      await add()
      await shown(AWAITED)
      expect(sent).toEqual([])
      return { sent, release }
    }

    it('are published with it once they are uploaded', async () => {
      const { sent, release } = await addEarly(FRONT, KITCHEN)
      release()
      await until(() => sent.length).toBe(1)
      expect(sent).toMatchObject([{ postData: { images: [urlOf(FRONT), urlOf(KITCHEN)] } }])
    })

    it('are not waited for any longer once something is entered', async () => {
      const { sent, release } = await addEarly(FRONT)
      await fill(field('title'), 'Another title')
      await gone(AWAITED)
      release()
      await uploaded(FRONT)
      expect(sent).toEqual([])
      await add()
      await until(() => sent.length).toBe(1)
    })

    it('are not left out without a word if one is refused, also not once it is removed', async () => {
      const { sent, release } = await addEarly(FRONT, 'notes.txt')
      release()
      await shown(summary.filter({ hasText: 'Some could not be uploaded' }))
      await gone(AWAITED)
      await click(summary.getByRole('link', { name: /^Pictures/ }))
      expect(hasFocus(button('Upload'))).toBe(true)
      await uploaded(FRONT)
      await click(button('Remove notes.txt'))
      expect(sent).toEqual([])
      await add()
      await until(() => sent.length).toBe(1)
    })
  })

  it('accept dropped files, and abort an upload when removed', async () => {
    const { network } = await openForm()
    const release = network.hold('POST /media/posts')
    const zone = button('Upload').element().parentElement
    const dataTransfer = filesOf([FRONT, KITCHEN])
    zone?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    await shown(picture(2))
    await click(button('Remove picture 1'))
    await until(() => network.takenBack).toEqual(['POST /media/posts'])
    release()
    await uploaded(KITCHEN)
  })

  it('are reordered and removed by keyboard without losing the focus', async () => {
    await openForm()
    chooseFiles(FRONT, KITCHEN, GARDEN)
    await uploaded(FRONT, KITCHEN, GARDEN)
    await focus(button('Move picture 3 earlier'))
    await press('Enter')
    await uploaded(FRONT, GARDEN, KITCHEN)
    expect(hasFocus(button('Move picture 2 earlier'))).toBe(true)
    await press('Enter')
    await uploaded(GARDEN, FRONT, KITCHEN)
    expect(badges()).toEqual(['Cover', '', ''])
    await press('Enter')
    await click(button('Move picture 1 later'))
    await uploaded(FRONT, GARDEN, KITCHEN)
    expect(hasFocus(button('Move picture 2 later'))).toBe(true)
    for (const left of [[GARDEN, KITCHEN], [KITCHEN]]) {
      await click(button('Remove picture 1'))
      await uploaded(...left)
      expect(hasFocus(button('Remove picture 1'))).toBe(true)
    }
    await press('Enter')
    await gone(items)
    expect(hasFocus(button('Upload'))).toBe(true)
  })

  it('are part of the draft', async () => {
    const { become, expire } = await openForm()
    chooseFiles(FRONT, KITCHEN)
    await uploaded(FRONT, KITCHEN)
    expire()
    await gone(items)
    become(signedIn())
    await shown(picture(2))
    await uploaded(FRONT, KITCHEN)
  })

  it('have descriptions that are sent and kept in the draft', async () => {
    const { sent, become, expire } = await openForm()
    await fillForm()
    chooseFiles(FRONT, KITCHEN)
    await uploaded(FRONT, KITCHEN)
    await fill(altOf(2), ' The kitchen ')
    await focus(button('Move picture 2 earlier'))
    await press('Enter')
    await uploaded(KITCHEN, FRONT)
    expire()
    await gone(items)
    become(signedIn())
    await shown(altOf(2))
    expect([1, 2].map((at) => entered(altOf(at)))).toEqual(['The kitchen', ''])
    await add()
    await until(() => sent.map((body) => (body as PostBody).postData.alts)).toEqual([['The kitchen', '']])
  })

  it('can be retried after a network error, but not after a refusal', async () => {
    const { network } = await openForm({ 'POST /media/posts': unreachable })
    chooseFiles(FRONT)
    await shown(page.getByText(/The site cannot be reached/))
    network.answer('POST /media/posts', takePicture)
    chooseFiles('notes.txt')
    await shown(page.getByText(NO_PICTURE))
    expect(page.getByRole('button', { name: /again$/ }).elements()).toHaveLength(1)
    await focus(button(`Upload ${FRONT} again`))
    await press('Enter')
    await uploaded(FRONT)
    expect(hasFocus(button('Remove picture 1'))).toBe(true)
  })

  it('cannot be retried beyond the most that a listing can have', async () => {
    const { network } = await openForm({ 'POST /media/posts': unreachable })
    chooseFiles(FRONT)
    await shown(page.getByText(/The site cannot be reached/))
    network.answer('POST /media/posts', takePicture)
    chooseFiles(...Array.from({ length: 50 }, () => KITCHEN))
    await focus(button(`Upload ${FRONT} again`))
    await press('Enter')
    await shown(page.getByText('A listing can have at most 50 pictures. Remove one first.'))
    expect(button(`Upload ${FRONT} again`).elements()).toHaveLength(1)
  })

  it('are converted from HEIC where the browser can read it', async () => {
    const types: string[] = []
    await openForm({
      'POST /media/posts': async (url: URL, request: Request) => {
        const form = await request.clone().formData()
        types.push((form.get('file') as File).type)
        return await takePicture(url, request)
      },
    })
    chooseFiles(await pictureNamed('a.heic'), new File(['not readable'], 'b.heic', { type: 'image/heic' }))
    await uploaded('a', 'b')
    expect(types.sort()).toEqual(['image/heic', 'image/jpeg'])
  })

  it('are refused before uploading if too large', async () => {
    const { network } = await openForm()
    chooseFiles(new File([new Uint8Array(15_000_001)], FRONT))
    await shown(page.getByText('This picture is larger than 15 MB. Choose a smaller one.'))
    expect(network.asked).toEqual([])
  })
})
