import { personalKey } from '@aangan/remote/personal-storage'
import { input } from '@aangan/remote/testing/input'
import { click, fill, gone, hasFocus, press, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { editor, goIntoText, pasteInto, tool } from '../testing/editor.ts'
import { add, button, field, fillForm, openForm, summary } from '../testing/form.ts'

/** The description in the draft. */
const DRAFT = personalKey(`add-draft:${'a'.repeat(24)}`, 'a'.repeat(24))
const written = () => JSON.parse(localStorage.getItem(DRAFT) ?? '{}').texts?.desc

async function openEditor() {
  const screen = await openForm()
  await goIntoText()
  return screen
}

const isOn = (name: string) => tool(name).element().getAttribute('aria-pressed')

describe('the toolbar', () => {
  it('has one tab stop and arrow key navigation, and its buttons have names and pressed states', async () => {
    await openEditor()
    expect(texts(page.getByRole('toolbar').getByRole('button'))).toHaveLength(13)
    await press('Shift+Tab')
    expect(hasFocus(tool('Bold'))).toBe(true)
    await press('ArrowRight')
    expect(hasFocus(tool('Italic'))).toBe(true)
    await press('ArrowLeft')
    await press('ArrowLeft')
    expect(hasFocus(tool('Redo'))).toBe(true)
    expect(tool('Redo').element().getAttribute('aria-disabled')).toBe('true')
    expect(isOn('Bold')).toBe('false')
    await press('Tab')
    expect(hasFocus(editor)).toBe(true)
  })

  it('makes the next typed text bold, by keyboard alone', async () => {
    await openEditor()
    await input.typeText('Very ')
    await press('Shift+Tab')
    await press('Enter')
    await until(() => hasFocus(editor)).toBe(true)
    await until(() => isOn('Bold')).toBe('true')
    await input.typeText('bright')
    await until(written).toBe('<p>Very <strong>bright</strong></p>')
  })

  it.each([
    ['Bold', '<p><strong>A flat</strong></p>'],
    ['Italic', '<p><em>A flat</em></p>'],
    ['Underline', '<p><u>A flat</u></p>'],
    ['Strikethrough', '<p><s>A flat</s></p>'],
    ['Large heading', '<h2>A flat</h2>'],
    ['Medium heading', '<h3>A flat</h3>'],
    ['Small heading', '<h4>A flat</h4>'],
    ['Bulleted list', '<ul><li>A flat</li></ul>'],
    ['Numbered list', '<ol><li>A flat</li></ol>'],
    ['Quote', '<blockquote>A flat</blockquote>'],
  ])('applies %s to the selection, and removes it again', async (name, html) => {
    await openEditor()
    await pasteInto({ text: 'A flat' })
    await until(written).toBe('<p>A flat</p>')
    await press('ControlOrMeta+a')
    await click(tool(name))
    await until(written).toBe(html)
    expect(isOn(name)).toBe('true')
    await click(tool(name))
    await until(written).toBe('<p>A flat</p>')
    await click(tool('Undo'))
    await until(written).toBe(html)
    await click(tool('Redo'))
    await until(written).toBe('<p>A flat</p>')
  })

  it('links text, but not to dangerous URLs', async () => {
    const address = page.getByLabelText('Link address')
    await openEditor()
    await pasteInto({ text: 'the plan' })
    await press('ControlOrMeta+a')
    await click(tool('Link'))
    await until(() => hasFocus(address)).toBe(true)
    await fill(address, 'javascript:alert(1)')
    await press('Enter')
    await shown(page.getByText(/Enter a web address/))
    await fill(address, 'example.com/plan')
    await press('Enter')
    await until(written).toBe('<p><a href="https://example.com/plan">the plan</a></p>')
    await goIntoText()
    await until(() => isOn('Link')).toBe('true')
    await click(tool('Link'))
    await click(button('Remove link'))
    await until(written).toBe('<p>the plan</p>')
    await gone(address)
  })
})

describe('text typed after the link dialog', () => {
  it.each([
    ['a link on the selected text', 'Shift+Home', 'Enter', '<p><a href="https://example.com">the plan</a> today</p>'],
    ['a new link', 'End', 'Enter', '<p>the plan<a href="https://example.com">example.com</a> today</p>'],
    ['the caret, if cancelled with Escape', 'End', 'Escape', '<p>the plan today</p>'],
  ])('is inserted after %s', async (_what, selected, end, html) => {
    await openEditor()
    await input.typeText('the plan')
    await press(selected)
    await click(tool('Link'))
    await until(() => hasFocus(page.getByLabelText('Link address'))).toBe(true)
    await input.typeText('example.com')
    await press(end)
    await until(() => hasFocus(editor)).toBe(true)
    await press('ArrowRight')
    await input.typeText(' today')
    await until(written).toBe(html)
  })
})

describe('the text', () => {
  it('receives all typed text after another field had the focus', async () => {
    await openEditor()
    ;(field('title').element() as HTMLElement).focus()
    // Like a tap on an empty editor on a phone: it gets the focus, but not the caret.
    editor
      .element()
      .addEventListener('focus', () => getSelection()?.collapse(document.querySelector('h1')), { once: true })
    ;(editor.element() as HTMLElement).focus()
    await input.typeText('First line')
    await until(written).toBe('<p>First line</p>')
  })

  it('loses the focus on Tab, even in a list', async () => {
    await openEditor()
    await click(tool('Bulleted list'))
    await goIntoText()
    await input.typeText('One')
    await press('Enter')
    await input.typeText('Two')
    await until(written).toBe('<ul><li>One</li><li>Two</li></ul>')
    await press('Tab')
    expect(hasFocus(editor)).toBe(false)
    await until(written).toBe('<ul><li>One</li><li>Two</li></ul>')
  })

  it('reduces pasted HTML to what the site allows', async () => {
    await openEditor()
    await pasteInto({
      text: 'x',
      html: `<style>p { color: red }</style><h1 onclick="alert(1)">The flat</h1>
        <div style="font-size: 40px">It is <b>bright</b> &amp; <font color="red">quiet</font>.<img src="x" onerror="alert(1)"></div>
        <script>alert(1)</script><a href="javascript:alert(1)">One</a> <a href="https://example.com" target="_blank">two</a>`,
    })
    await until(written).toBe(
      '<h2>The flat</h2><p>It is <strong>bright</strong> &amp; quiet.</p><p>One <a href="https://example.com">two</a></p>',
    )
  })

  it('keeps the paragraphs of pasted plain text', async () => {
    await openEditor()
    await pasteInto({ text: 'One\n<b>two</b>\n\nThree' })
    await until(written).toBe('<p>One<br>&lt;b&gt;two&lt;/b&gt;</p><p>Three</p>')
  })

  it('has the pasted text at the cursor, until it is undone', async () => {
    const before = '<p>Bright</p><ul><li>Lift</li></ul>'
    const after = '<p>Bright</p><ul><li>Lift</li><li>Gym style="new"<ul><li>Pool</li></ul></li></ul><p>Quiet</p>'
    await openEditor()
    await pasteInto({ text: 'x', html: before })
    await until(written).toBe(before)
    await press('Enter')
    await pasteInto({
      text: 'x',
      html: '<ul><li>Gym style="new"<ul><li>Pool</li></ul></li></ul><b style="font-weight:normal"><p>Quiet</p></b>',
    })
    await until(written).toBe(after)
    await click(tool('Undo'))
    await until(written).toBe(before)
    await click(tool('Redo'))
    await until(written).toBe(after)
  })

  it('is unchanged by a paste without text, and of one far too long, which says why', async () => {
    await openEditor()
    await pasteInto({ text: 'Bright' })
    await until(written).toBe('<p>Bright</p>')
    await press('ControlOrMeta+a')
    await pasteInto({ html: '<img src="x" alt="Plan">' })
    await pasteInto({ text: 'a '.repeat(60_000), html: `<p>${'a '.repeat(60_000)}</p>` })
    await shown(
      page.getByText('Nothing was pasted: that text has 119,999 characters, and a description can have 20,000.'),
    )
    await press('End')
    await input.typeText('!')
    await until(written).toBe('<p>Bright!</p>')
    await gone(page.getByText('Nothing was pasted'))
  })

  it("keeps what another tab's editor copied", async () => {
    await openEditor()
    const key = editor.element().querySelector('[data-editor]')?.getAttribute('data-editor') ?? ''
    expect(key).toMatch(/^rich-text-\d+-\d+$/)
    const html = `<div data-editor="${key.replace(/\d$/, '')}"><span style="font-weight: bold">Bright</span></div>`
    await pasteInto({ text: 'Bright', html })
    await until(written).toBe('<p><strong>Bright</strong></p>')
  })

  it('is linked from the summary if too long', async () => {
    await openForm()
    await fillForm({ desc: `<p>${'a'.repeat(20_001)}</p>` })
    await add()
    await click(summary.getByRole('link', { name: /^Description/ }))
    expect(hasFocus(editor)).toBe(true)
    expect(editor.element().getAttribute('aria-invalid')).toBe('true')
  })
})
