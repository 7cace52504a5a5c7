import { PlainList } from '@aangan/design/plain-list'
import { useLayoutEffect, useRef } from 'react'
import { PictureItem } from './picture-item.tsx'
import * as s from './pictures-field.module.css'
import type { Pictures } from './use-pictures.ts'

interface PictureListProps {
  pictures: Pictures
  /** Called after the last picture is removed. */
  onEmptied: () => void
}

/** Keeps the focus on a moved picture, and next to a removed one. */
export function PictureList({ pictures: { list, move, remove, retry, describe }, onEmptied }: PictureListProps) {
  const root = useRef<HTMLDivElement>(null)
  const wanted = useRef<{ at: number; action: string } | null>(null)

  useLayoutEffect(() => {
    if (!wanted.current) return
    const { at, action } = wanted.current
    wanted.current = null
    const item = root.current?.querySelectorAll('li')[at]
    if (item) item.querySelector<HTMLElement>(`[data-action="${action}"]`)?.focus()
    else onEmptied()
  })

  if (list.length === 0) return <div ref={root} />
  return (
    <div ref={root}>
      <PlainList className={s.list} aria-label="Pictures in their order">
        {list.map((picture, at) => (
          <PictureItem
            key={picture.key}
            picture={picture}
            at={at}
            isLast={(list[at + 1]?.state ?? 'refused') === 'refused'}
            onMove={(step) => {
              wanted.current = { at: at + step, action: step === 1 ? 'later' : 'earlier' }
              move(picture.key, step)
            }}
            onRemove={() => {
              wanted.current = { at: Math.min(at, list.length - 2), action: 'remove' }
              remove(picture.key)
            }}
            onRetry={() => {
              // The pressed button disappears, and the picture may move.
              wanted.current = { at: list.filter(({ state }) => state !== 'refused').length, action: 'remove' }
              retry(picture.key)
            }}
            onDescribe={(alt) => describe(picture.key, alt)}
          />
        ))}
      </PlainList>
    </div>
  )
}
