import type { ReactNode } from 'react'
import * as s from './form-page.module.css'

interface FormPageProps {
  title: string
  lead?: ReactNode
  /** Whether screen readers hear a new title or lead. */
  announced?: boolean
  links?: ReactNode
  children: ReactNode
}

export function FormPage({ title, lead, announced = false, links, children }: FormPageProps) {
  return (
    <div className={s.page}>
      <header className={s.head} role={announced ? 'status' : undefined}>
        <h1 className={s.title}>{title}</h1>
        {lead && <p className={s.lead}>{lead}</p>}
      </header>
      {children}
      {links && <p className={s.links}>{links}</p>}
    </div>
  )
}
