import { classNames } from '@aangan/design/class-names'
import { EditorState } from 'draft-js'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { LinkDialog } from './link-dialog.tsx'
import * as s from './rich-text-field.module.css'
import { TOOLS, type Tool } from './tools.ts'

/** Props that the library passes to custom buttons. */
interface GivenProps {
  editorState?: EditorState
  onChange?: (state: EditorState) => void
}

/** One tab stop with arrow key navigation. */
export function Toolbar({ editorState: state, onChange }: GivenProps) {
  const [at, setAt] = useState(0)
  const [linking, setLinking] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  if (!state || !onChange) return null

  function use(tool: Tool): void {
    if (!state || !onChange) return
    if (tool.apply === 'link') setLinking(true)
    else change(tool.apply(state))
  }

  /** Sets a style for the next typed text. Focus first: entering the text by Tab would reset the style. */
  function change(next: EditorState): void {
    const style = next.getInlineStyleOverride()
    if (!style || next.getSelection().getHasFocus()) return void onChange?.(next)
    goIntoText(EditorState.setInlineStyleOverride(EditorState.forceSelection(next, next.getSelection()), style))
  }

  /** The dialog restores the focus but not the caret, and typed text would be lost without it. */
  function endLinking(next: EditorState): void {
    flushSync(() => setLinking(false))
    goIntoText(EditorState.forceSelection(next, next.getSelection()))
  }

  function goIntoText(next: EditorState): void {
    flushSync(() => onChange?.(next))
    const text = root.current?.closest('.rdw-editor-wrapper')?.querySelector<HTMLElement>('[contenteditable]')
    text?.focus({ preventScroll: true })
  }

  function move(event: KeyboardEvent<HTMLElement>): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (at + step + TOOLS.length) % TOOLS.length
    setAt(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }

  return (
    <>
      <div ref={root} className={s.tools} role="toolbar" aria-label="Formatting" onKeyDown={move}>
        {TOOLS.map((tool, index) => (
          <button
            key={tool.name}
            type="button"
            className={classNames(s.tool, tool.gap && s.gap)}
            tabIndex={index === at ? 0 : -1}
            aria-label={tool.name}
            title={tool.keys ? `${tool.name} (${tool.keys})` : tool.name}
            aria-pressed={tool.isOn?.(state)}
            aria-disabled={tool.isOff?.(state)}
            onFocus={() => setAt(index)}
            onClick={() => use(tool)}
          >
            <tool.Icon size={20} aria-hidden="true" />
          </button>
        ))}
      </div>
      {linking && <LinkDialog state={state} onChange={endLinking} onClose={() => endLinking(state)} />}
    </>
  )
}
