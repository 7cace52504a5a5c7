import { classNames } from '@aangan/design/class-names'
import { useId } from 'react'
import * as s from './row-block.module.css'
import type { Row } from './rows.ts'

/** Renders nothing without rows. */
export function RowBlock({ title, rows }: { title: string; rows: Row[] }) {
  const id = useId()
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 className={s.title} id={id}>
        {title}
      </h2>
      <dl>
        {rows.map(({ Icon, label, text }) => (
          <div key={label} className={s.row}>
            <dt className={s.label}>
              <Icon size={22} className={s.icon} /> <span>{label}</span>
            </dt>
            <dd className={classNames(s.text, /\d/.test(text) && s.figures)}>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
