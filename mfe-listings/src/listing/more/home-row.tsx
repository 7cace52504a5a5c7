import { PlainList } from '@aangan/design/plain-list'
import { type ReactNode, useId } from 'react'
import * as s from './home-row.module.css'

interface HomeRowProps {
  title: string
  /** Shown next to the title. */
  action?: ReactNode
  /** `RowItem`s. */
  children: ReactNode
}

/** A horizontally scrolling row. */
export function HomeRow({ title, action, children }: HomeRowProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={s.head}>
        <h2 className={s.title} id={id}>
          {title}
        </h2>
        {action}
      </div>
      <PlainList className={s.row}>{children}</PlainList>
    </section>
  )
}

export function RowItem({ note, children }: { note?: string; children: ReactNode }) {
  return (
    <li>
      {children}
      {note && <p className={s.note}>{note}</p>}
    </li>
  )
}
