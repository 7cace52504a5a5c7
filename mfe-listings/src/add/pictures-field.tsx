import { UPLOAD_LIMITS } from '@aangan/contracts/media'
import { Button } from '@aangan/design/button'
import { Card } from '@aangan/design/card'
import { classNames } from '@aangan/design/class-names'
import { VisuallyHidden } from '@aangan/design/visually-hidden'
import Upload from 'lucide-react/icons/upload'
import { type ChangeEvent, type DragEvent, useId, useRef, useState } from 'react'
import { PictureList } from './picture-list.tsx'
import type { FormPicture } from './pictures.ts'
import * as s from './pictures-field.module.css'
import type { Pictures } from './use-pictures.ts'

/** Button name used to focus it from the form. */
export const UPLOAD_BUTTON = 'upload'

export function PicturesField({ pictures }: { pictures: Pictures }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOver, setIsOver] = useState(false)

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    pictures.add([...(target.files ?? [])])
    // Reset, or choosing the same file again fires no event.
    target.value = ''
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    pictures.add([...event.dataTransfer.files])
  }

  function dragOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsOver(true)
  }

  return (
    <section aria-labelledby={id}>
      <Card>
        <h2 className={s.title} id={id}>
          Pictures (optional)
        </h2>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same with keys */}
        <div
          className={classNames(s.drop, isOver && s.over)}
          onDragOver={dragOver}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
        >
          <Button
            ref={button}
            name={UPLOAD_BUTTON}
            variant="quiet"
            icon={<Upload size={18} />}
            aria-describedby={`${id}-hint`}
            onClick={() => input.current?.click()}
          >
            Upload
          </Button>
          <p className={s.hint} id={`${id}-hint`}>
            <span className={s.dropping}>Or drop them here: </span>
            <span>{`JPEG, PNG or WebP, up to ${UPLOAD_LIMITS.posts / 1e6} MB each. The first one is the cover.`}</span>
          </p>
          <input ref={input} type="file" accept="image/*" multiple hidden onChange={choose} />
        </div>
        <PictureList pictures={pictures} onEmptied={() => button.current?.focus()} />
        <VisuallyHidden live>{countsOf(pictures.list)}</VisuallyHidden>
      </Card>
    </section>
  )
}

function countsOf(list: readonly FormPicture[]): string {
  const count = (wanted: FormPicture['state']) => list.filter(({ state }) => state === wanted).length
  if (list.length === 0) return ''
  return `Pictures: ${count('uploaded')} uploaded, ${count('sending')} uploading, ${count('refused')} failed.`
}
