import { Card } from '@aangan/design/card'
import { classNames } from '@aangan/design/class-names'
import { type ReactNode, useId } from 'react'
import * as s from './field-group.module.css'

interface FieldGroupProps {
  title: string
  note?: string
  three?: boolean
  children: ReactNode
}

export function FieldGroup({ title, note, three, children }: FieldGroupProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Card>
        <h2 className={s.title} id={id}>
          {title}
        </h2>
        {note && <p className={s.note}>{note}</p>}
        <div className={classNames(s.fields, three && s.three)}>{children}</div>
      </Card>
    </section>
  )
}
