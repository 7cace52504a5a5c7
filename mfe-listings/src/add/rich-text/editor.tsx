import 'draft-js/dist/Draft.css'
import { classNames } from '@aangan/design/class-names'
import { convertFromRaw, convertToRaw, Editor as DraftText, EditorState } from 'draft-js'
import { useLayoutEffect, useRef, useState } from 'react'
import { Editor as Wysiwyg } from 'react-draft-wysiwyg'
import { fromHtml } from './from-html.ts'
import { isHeld } from './is-held.ts'
import { type Clipboard, insert, readClipboard } from './paste.ts'
import * as s from './rich-text-field.module.css'
import { toHtml } from './to-html.ts'
import { TooLong } from './too-long.tsx'
import { Toolbar } from './toolbar.tsx'

interface EditorProps {
  id: string
  label: string
  /** Initial HTML. */
  value: string
  hint: string
  /** For `aria-describedby`. */
  describedBy: string
  wrong: boolean
  onChange: (html: string) => void
}

/** Hides the library's own buttons; its keyboard shortcuts match our toolbar. */
const CONFIG = {
  options: [],
  inline: { options: ['bold', 'italic', 'underline'] },
  link: { showOpenOptionOnHover: false },
}

/** The library's toolbar adds two document listeners here that it never removes; we do not use that toolbar. */
class DraftEditor extends Wysiwyg {
  override componentDidMount() {}
}

/** Produces only the HTML that the server accepts. */
export function Editor({ id, label, value, hint, describedBy, wrong, onChange }: EditorProps) {
  const root = useRef<HTMLDivElement>(null)
  const text = useRef<DraftText>(null)
  const [key] = useState(uniqueKey)
  const [tooLong, setTooLong] = useState<number | null>(null)
  const [opened] = useState(() => open(value))
  const content = useRef(opened.state.getCurrentContent())

  useLayoutEffect(() => amend(root.current, { describedBy, wrong }), [describedBy, wrong])

  function follow(state: EditorState) {
    const current = state.getCurrentContent()
    if (current === content.current) return
    content.current = current
    setTooLong(null)
    const written = toHtml(convertToRaw(current))
    onChange(written === opened.written ? opened.html : written)
  }

  /** Returns false for what the library pastes correctly: the editor's own content, and a line in the current style. */
  function paste(pasted: Clipboard, state: EditorState, change: (state: EditorState) => void): boolean {
    if (pasted.html?.includes(key)) return false
    const read = readClipboard(pasted)
    setTooLong('tooLong' in read ? read.tooLong : null)
    if ('tooLong' in read || !read.content) return true
    if (!pasted.html && !/[\r\n]/.test(pasted.text)) return false
    change(insert(read.content, state))
    return true
  }

  return (
    <>
      <div ref={root}>
        <DraftEditor
          {...{ editorKey: key }}
          // Also called with the DOM element.
          editorRef={(found) => {
            if (found instanceof DraftText) text.current = found
          }}
          onFocus={() => holdCursor(text.current)}
          ariaLabel={label}
          spellCheck
          defaultEditorState={opened.state}
          onEditorStateChange={follow}
          // `text` is null if only HTML was copied.
          handlePastedText={(text, html, state, change) => paste({ text: text ?? '', html }, state, change)}
          // Tab always leaves the editor instead of indenting lists.
          onTab={() => true}
          toolbar={CONFIG}
          toolbarCustomButtons={[<Toolbar key="tools" />]}
          wrapperClassName={classNames(s.frame, wrong && s.wrong)}
          toolbarClassName={s.bar}
          editorClassName={s.text}
        />
      </div>
      {tooLong !== null && <TooLong length={tooLong} />}
      <p className={s.hint} id={`${id}-hint`}>
        {opened.isHeld ? hint : SIMPLER}
      </p>
    </>
  )
}

const SIMPLER = 'If you change this text, some of its formatting becomes simpler.'

function open(html: string) {
  const content = convertFromRaw(fromHtml(html))
  return {
    html,
    state: EditorState.createWithContent(content),
    written: toHtml(convertToRaw(content)),
    isHeld: html === '' || isHeld(html),
  }
}

/** The library finds its own content by this key in pasted HTML, which may come from another tab. */
function uniqueKey(): string {
  return `rich-text-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
}

/** Tapping an empty editor can leave the caret in the previous field, which then receives the first words. */
function holdCursor(text: DraftText | null): void {
  // The library also reports focus of the toolbar and its dialog.
  if (!text?.editor || document.activeElement !== text.editor) return
  if (text.editor.contains(getSelection()?.anchorNode ?? null)) return
  const { editorState, onChange } = text.props
  onChange(EditorState.forceSelection(editorState, editorState.getSelection()))
}

/** Sets attributes that the library has no props for, and removes labels that screen readers would announce. */
function amend(root: HTMLElement | null, { describedBy, wrong }: Pick<EditorProps, 'describedBy' | 'wrong'>): void {
  for (const named of root?.querySelectorAll('.rdw-editor-wrapper, .rdw-editor-toolbar') ?? []) {
    named.removeAttribute('aria-label')
  }
  const text = root?.querySelector('[contenteditable]')
  text?.setAttribute('aria-multiline', 'true')
  text?.setAttribute('aria-describedby', describedBy)
  if (wrong) text?.setAttribute('aria-invalid', 'true')
  else text?.removeAttribute('aria-invalid')
}
