import { classNames } from '@aangan/design/class-names'
import { CodeFailedLine } from '@aangan/design/code-failed'
import { TextArea } from '@aangan/design/text-area'
import { VisuallyHidden } from '@aangan/design/visually-hidden'
import type { Remedy } from '@aangan/remote/find-remedy'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId, useState } from 'react'
import { useLazyModule } from '../../shared/use-lazy-module.ts'
import { htmlOfText, textOfHtml } from './plain-text.ts'
import * as s from './rich-text-field.module.css'

interface RichTextFieldProps {
  name: string
  label: string
  /** HTML; returned byte for byte unless edited. */
  value: string
  error: string | undefined
  onChange: (html: string) => void
}

const HINT = 'What you would tell a friend about it.'

/** A rich text editor, loaded lazily; falls back to plain text if loading fails. */
export function RichTextField({ name, label, value, error, onChange }: RichTextFieldProps) {
  const id = useId()
  const editor = useLazyModule(load, true)
  if (editor.failed) {
    const retry = () => void editor.request()
    return <Plain {...{ name, label, value, error, onChange }} remedy={editor.failed} onRetry={retry} />
  }
  const described = [`${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={s.field} data-field={name}>
      <span className={s.label} aria-hidden="true">
        {label}
      </span>
      {editor.ready ? (
        <editor.ready
          {...{ id, label, value, onChange }}
          hint={HINT}
          describedBy={described}
          wrong={error !== undefined}
        />
      ) : (
        <Waiting />
      )}
      {error && (
        <p className={s.error} id={`${id}-error`}>
          <CircleAlert size={16} /> <span>{error}</span>
        </p>
      )}
    </div>
  )
}

async function load() {
  const { Editor } = await import(/* webpackChunkName: "rich-text" */ './editor.tsx')
  return Editor
}

/** The same size as the editor, to avoid a layout shift. */
function Waiting() {
  return (
    <>
      <div className={s.frame} aria-busy="true">
        <div className={s.bar}>
          <div className={classNames(s.tools, s.waiting)} />
        </div>
        <div className={s.text} />
        <VisuallyHidden>The editor is loading</VisuallyHidden>
      </div>
      <p className={s.hint}>{HINT}</p>
    </>
  )
}

interface PlainProps extends RichTextFieldProps {
  remedy: Remedy
  onRetry: () => void
}

function Plain({ value, onChange, remedy, onRetry, ...field }: PlainProps) {
  const [text, setText] = useState(() => textOfHtml(value))
  const [isPlain] = useState(() => value === '' || htmlOfText(text) === value)
  return (
    <div className={s.field}>
      <TextArea
        {...field}
        rows={8}
        value={text}
        hint={
          isPlain ? 'An empty line begins a new paragraph.' : 'If you change this text here, it loses its formatting.'
        }
        onChange={({ target }) => {
          setText(target.value)
          onChange(htmlOfText(target.value))
        }}
      />
      <CodeFailedLine title="The editor could not be loaded" role="status" {...{ remedy, onRetry }} />
    </div>
  )
}
