import { type ReactNode, type Ref, useId } from 'react'
import * as s from './section.module.css'

interface SectionProps {
  title: string
  /** Shown next to the title. */
  action?: ReactNode
  /** For moving the focus here. */
  titleRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

export function Section({ title, action, titleRef, children }: SectionProps) {
  const id = useId()
  return (
    <section className={s.section} aria-labelledby={id}>
      <div className={s.head}>
        <h2 ref={titleRef} className={s.title} id={id} tabIndex={-1}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
