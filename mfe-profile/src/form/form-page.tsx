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
  // A header cannot have the role of a status.
  const Head = announced ? 'div' : 'header'
  return (
    <div className={s.page}>
      <Head className={s.head} role={announced ? 'status' : undefined}>
        <h1 className={s.title}>{title}</h1>
        {lead && <p className={s.lead}>{lead}</p>}
      </Head>
      {children}
      {links && <p className={s.links}>{links}</p>}
    </div>
  )
}
