import type { ReactNode } from 'react'
import * as s from './form-page.module.css'

interface FormPageProps {
  title: string
  lead?: ReactNode
  links?: ReactNode
  children: ReactNode
}

export function FormPage({ title, lead, links, children }: FormPageProps) {
  return (
    <div className={s.page}>
      <header className={s.head}>
        <h1 className={s.title}>{title}</h1>
        {lead && <p className={s.lead}>{lead}</p>}
      </header>
      {children}
      {links && <p className={s.links}>{links}</p>}
    </div>
  )
}
