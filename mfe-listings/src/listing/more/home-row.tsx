import { PlainList } from '@aangan/web-kit/ui/plain-list'
import { type ReactNode, useId } from 'react'
import * as s from './home-row.module.css'

interface HomeRowProps {
  title: string
  /** What there is to do with all of them, beside the title. */
  action?: ReactNode
  /** Each a `RowItem`. */
  children: ReactNode
}

/** Some homes under a title, in one row however many they are. */
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

/** A card, and a line beneath it. */
export function RowItem({ note, children }: { note?: string; children: ReactNode }) {
  return (
    <li>
      {children}
      {note && <p className={s.note}>{note}</p>}
    </li>
  )
}
